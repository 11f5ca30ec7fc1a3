//! Numbers packed by an adaptive range coder, small where they are often the same.

/// The chance of a 0, in 4096ths, learned on the way.
#[derive(Clone, Copy)]
struct Bit(u16);

/// Where the coder stands: what it has learned of numbers of every context.
struct Model {
    zero: Vec<[Bit; 9]>,
    sign: [Bit; 3],
    size: Vec<[Bit; 24]>,
}

impl Model {
    fn new(kinds: usize) -> Model {
        Model {
            zero: vec![[Bit(2048); 9]; kinds],
            sign: [Bit(2048); 3],
            size: vec![[Bit(2048); 24]; 4 * kinds],
        }
    }

    /// Codes one number of a row whose two former ones are known. `code` codes one bit, or finds it.
    fn number(
        &mut self,
        kind: usize,
        before: [i8; 2],
        value: i8,
        code: &mut impl FnMut(&mut Bit, bool) -> bool,
    ) -> i8 {
        let class = |value: i8| match value.unsigned_abs() {
            0 => 0,
            1..=2 => 1,
            _ => 2,
        };
        let context = class(before[0]) + 3 * class(before[1]);
        if !code(&mut self.zero[kind][context], value != 0) {
            return 0;
        }
        let negative = code(&mut self.sign[(before[0].signum() + 1) as usize], value < 0);
        let near = (before[0].unsigned_abs() as usize).div_ceil(4).min(3);
        let bits = &mut self.size[4 * kind + near];
        // The size less one, in unary up to 15 and by bits above.
        let above = value.unsigned_abs().saturating_sub(1);
        let mut size = 0;
        while size < 15 && code(&mut bits[size as usize], above > size) {
            size += 1;
        }
        if size == 15 {
            let mut rest = 0;
            for at in (0..7).rev() {
                rest |= u8::from(code(&mut bits[16 + at], (above.wrapping_sub(15)) >> at & 1 == 1)) << at;
            }
            size += rest;
        }
        let size = (size.min(126) + 1) as i8;
        if negative { -size } else { size }
    }
}

/// Packs rows of `width` numbers, from -127 to 127, each row of one kind.
pub(super) fn pack(rows: &[(usize, Vec<i8>)], kinds: usize) -> Vec<u8> {
    let mut model = Model::new(kinds);
    let (mut low, mut range, mut held, mut ones, mut out) = (0u64, u32::MAX, 0u8, 1u64, Vec::new());
    let mut shift = |low: &mut u64, out: &mut Vec<u8>| {
        if *low < 0xff00_0000 || *low > 0xffff_ffff {
            let carry = (*low >> 32) as u8;
            out.push(held.wrapping_add(carry));
            out.extend((1..ones).map(|_| 0xffu8.wrapping_add(carry)));
            ones = 0;
            held = (*low >> 24) as u8;
        }
        ones += 1;
        *low = (*low & 0x00ff_ffff) << 8;
    };
    for (kind, row) in rows {
        let mut before = [0; 2];
        for &value in row {
            model.number(*kind, before, value, &mut |bit: &mut Bit, set| {
                let bound = (range >> 12) * u32::from(bit.0);
                if set {
                    low += u64::from(bound);
                    range -= bound;
                    bit.0 -= bit.0 >> 5;
                } else {
                    range = bound;
                    bit.0 += (4096 - bit.0) >> 5;
                }
                while range < 1 << 24 {
                    range <<= 8;
                    shift(&mut low, &mut out);
                }
                set
            });
            before = [value, before[0]];
        }
    }
    for _ in 0..5 {
        shift(&mut low, &mut out);
    }
    out
}

/// Unpacks what [`pack`] packed: gives each row's kind its numbers. Bytes that were not packed so give some numbers.
pub(super) struct Unpack<'a> {
    model: Model,
    bytes: &'a [u8],
    code: u32,
    range: u32,
}

impl<'a> Unpack<'a> {
    /// Begins with the first row.
    pub(super) fn new(bytes: &'a [u8], kinds: usize) -> Unpack<'a> {
        let mut unpack = Unpack { model: Model::new(kinds), bytes, code: 0, range: u32::MAX };
        for _ in 0..5 {
            unpack.code = unpack.code << 8 | u32::from(next(&mut unpack.bytes));
        }
        unpack
    }

    /// Reads the next row.
    pub(super) fn row<const WIDTH: usize>(&mut self, kind: usize) -> [i8; WIDTH] {
        let Unpack { model, bytes, code, range } = self;
        let mut before = [0; 2];
        [0; WIDTH].map(|_| {
            let value = model.number(kind, before, 0, &mut |bit: &mut Bit, _| {
                let bound = (*range >> 12) * u32::from(bit.0);
                let set = *code >= bound;
                if set {
                    *code -= bound;
                    *range -= bound;
                    bit.0 -= bit.0 >> 5;
                } else {
                    *range = bound;
                    bit.0 += (4096 - bit.0) >> 5;
                }
                while *range < 1 << 24 {
                    *range <<= 8;
                    *code = *code << 8 | u32::from(next(bytes));
                }
                set
            });
            before = [value, before[0]];
            value
        })
    }
}

fn next(bytes: &mut &[u8]) -> u8 {
    let Some((&first, rest)) = bytes.split_first() else { return 0 };
    *bytes = rest;
    first
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;

    use super::*;

    #[test]
    fn what_is_packed_comes_back() {
        let mut rng = Rng::new(9);
        let rows: Vec<(usize, Vec<i8>)> = (0..5000)
            .map(|_| {
                let kind = rng.below(3) as usize;
                let wide = [1, 12, 255][kind];
                (kind, (0..5).map(|_| (rng.below(wide) as i32 - wide as i32 / 2) as i8).collect())
            })
            .collect();
        let packed = pack(&rows, 3);
        let mut unpack = Unpack::new(&packed, 3);
        assert!(rows.iter().all(|(kind, row)| unpack.row::<5>(*kind) == row[..]));
        assert!(packed.len() < 5000 * 5, "{}", packed.len());
    }

    #[test]
    fn anything_unpacks_to_something() {
        for bytes in [&[][..], &[255; 40], &[0; 3]] {
            let mut unpack = Unpack::new(bytes, 2);
            for at in 0..100 {
                unpack.row::<5>(at & 1);
            }
        }
    }
}
