//! The kernels: the same sums in the same order on every machine, so that all of them give the same bits.
//!
//! Products are rounded before they are added, never fused, and each number of a result is summed up by itself, in the order of the
//! inputs: wider registers hold more of the results, not parts of one.

use pulp::{Scalar128b, Simd, WithSimd};

/// The instructions that a network is computed with.
///
/// ```
/// use damier_net::Kernel;
///
/// assert_eq!(Kernel::all()[0], Kernel::best(), "the fastest comes first");
/// assert_eq!(Kernel::all().last(), Some(&Kernel::PLAIN), "any machine has this one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Sse,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// What `pulp` chooses: NEON, or SIMD128 in a browser.
    #[cfg(not(target_arch = "x86_64"))]
    Native,
}

impl Kernel {
    /// What the compiler makes of plain Rust.
    pub const PLAIN: Kernel = Kernel(Kind::Plain);

    /// Returns all kernels that this machine can run, the fastest first.
    pub fn all() -> Vec<Kernel> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            use pulp::x86::{V2, V3, V4};
            let wider = [
                (V4::try_new().is_some(), Kind::Avx512),
                (V3::try_new().is_some(), Kind::Avx2),
                (V2::try_new().is_some(), Kind::Sse),
            ];
            all.extend(wider.into_iter().filter(|(is_there, _)| *is_there).map(|(_, kind)| Kernel(kind)));
        }
        #[cfg(not(target_arch = "x86_64"))]
        all.push(Kernel(Kind::Native));
        all.push(Kernel::PLAIN);
        all
    }

    /// Returns the fastest kernel of this machine.
    pub fn best() -> Kernel {
        Kernel::all()[0]
    }

    /// Runs a piece of work. A kernel that the machine does not have is replaced by the plain one.
    #[inline]
    pub(crate) fn run<Work: WithSimd>(self, work: Work) -> Work::Output {
        #[cfg(target_arch = "x86_64")]
        {
            use pulp::x86::{V2, V3, V4};
            match self.0 {
                Kind::Avx512 => {
                    if let Some(simd) = V4::try_new() {
                        return Simd::vectorize(simd, work);
                    }
                }
                Kind::Avx2 => {
                    if let Some(simd) = V3::try_new() {
                        return Simd::vectorize(simd, work);
                    }
                }
                Kind::Sse => {
                    if let Some(simd) = V2::try_new() {
                        return Simd::vectorize(simd, work);
                    }
                }
                Kind::Plain => {}
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        if self.0 == Kind::Native {
            return pulp::Arch::new().dispatch(work);
        }
        Simd::vectorize(Scalar128b, work)
    }

    /// Returns how many columns of a matrix are multiplied at once: as many results as the registers hold.
    pub(crate) fn panel(self) -> usize {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => 64,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => 16,
            _ => 8,
        }
    }
}
