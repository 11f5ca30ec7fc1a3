//! A table of all positions, a byte each, and its file.
//!
//! The file begins with a page of 4096 bytes: four lines of text (what it is, the game's spec, how many positions, how far
//! the work is and the checksum of all checksums), then blanks. The bytes follow in the order of the positions' numbers,
//! then a checksum for every block of 4096 of them, so that one byte is read, and trusted, without the others.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use damier_search::Value;

/// What begins every file.
const MAGIC: &str = "damier table 2";
/// The length of the first page.
const PAGE: usize = 4096;
/// The length of the blocks with a checksum of their own.
const BLOCK: usize = 4096;
/// The byte of a number that stands for no position.
pub const ABSENT: u8 = 255;
/// The byte of a position that is drawn, or not decided yet.
pub const OPEN: u8 = 0;
/// The most plies that a byte can tell.
pub const MOST_PLIES: u32 = 253;

/// Returns the byte of a position that is decided in so many plies: won for the side to move if they are odd, lost if
/// they are even.
pub const fn byte_of(plies: u32) -> u8 {
    plies as u8 + 1
}

/// Returns what a byte says of its position, for the side to move; `None` for no position.
pub fn value_of(byte: u8) -> Option<Value> {
    match byte {
        ABSENT => None,
        OPEN => Some(Value::Draw),
        byte if byte.is_multiple_of(2) => Some(Value::Win(u32::from(byte) - 1)),
        byte => Some(Value::Loss(u32::from(byte) - 1)),
    }
}

/// A byte for every number, in memory. Threads may set bytes at the same time.
pub struct Table {
    size: u64,
    /// Eight bytes each, the first one lowest.
    words: Vec<AtomicU64>,
}

impl Table {
    /// Makes a table of so many bytes, all [`OPEN`].
    pub fn new(size: u64) -> Table {
        Table { size, words: (0..size.div_ceil(8)).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Returns how many bytes a table of this size takes in memory.
    pub fn memory(size: u64) -> u64 {
        size.div_ceil(8) * 8
    }

    /// Returns how many bytes there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns a byte.
    #[inline]
    pub fn get(&self, at: u64) -> u8 {
        (self.words[(at / 8) as usize].load(Ordering::Relaxed) >> (at % 8 * 8)) as u8
    }

    /// Sets a byte that is [`OPEN`], or already has that value.
    #[inline]
    pub fn set(&self, at: u64, byte: u8) {
        self.words[(at / 8) as usize].fetch_or(u64::from(byte) << (at % 8 * 8), Ordering::Relaxed);
    }

    /// Calls `visit` with every number below `to`, from `from`, a multiple of 8, on, whose byte is this one.
    #[inline]
    pub fn each_with(&self, byte: u8, from: u64, to: u64, visit: &mut impl FnMut(u64)) {
        const LOW: u64 = 0x0101_0101_0101_0101;
        let pattern = LOW * u64::from(byte);
        for at in from / 8..to.min(self.size).div_ceil(8) {
            let differences = self.words[at as usize].load(Ordering::Relaxed) ^ pattern;
            // Some byte is 0 only if taking 1 from each borrows from a bit that was not set.
            if differences.wrapping_sub(LOW) & !differences & (LOW << 7) == 0 {
                continue;
            }
            for place in at * 8..(at * 8 + 8).min(self.size) {
                if self.get(place) == byte {
                    visit(place);
                }
            }
        }
    }

    /// Returns the checksums of all blocks.
    fn sums(&self) -> Vec<u64> {
        let blocks = self.words.chunks(BLOCK / 8);
        blocks.map(|words| checksum(words.iter().map(|word| word.load(Ordering::Relaxed)))).collect()
    }

    /// Writes the table as a file.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write(&self, spec: &str, state: State, out: &mut dyn Write) -> io::Result<()> {
        let sums = self.sums();
        let checksum = checksum(sums.iter().copied());
        out.write_all(&Head { spec: spec.to_string(), size: self.size, state, checksum }.page())?;
        let mut buffer = Vec::with_capacity(1 << 16);
        for words in self.words.chunks(1 << 13) {
            buffer.clear();
            for word in words {
                buffer.extend_from_slice(&word.load(Ordering::Relaxed).to_le_bytes());
            }
            out.write_all(&buffer)?;
        }
        sums.iter().try_for_each(|sum| out.write_all(&sum.to_le_bytes()))
    }

    /// Reads a file that [`Table::write`] wrote for this spec and size.
    ///
    /// # Errors
    /// If it is something else, or damaged.
    pub fn read(spec: &str, size: u64, from: &mut dyn Read) -> io::Result<(Table, State)> {
        let head = Head::read(from)?;
        head.check(spec, size)?;
        let mut words = Vec::with_capacity(size.div_ceil(8) as usize);
        let mut buffer = vec![0; 1 << 16];
        while words.len() < size.div_ceil(8) as usize {
            let bytes = (size.div_ceil(8) as usize - words.len()) * 8;
            let part = &mut buffer[..bytes.min(1 << 16)];
            from.read_exact(part).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => wrong("it is not whole: remove it"),
                _ => error,
            })?;
            words.extend(words_of(part).map(AtomicU64::new));
        }
        let table = Table { size, words };
        if checksum(table.sums().into_iter()) == head.checksum {
            Ok((table, head.state))
        } else {
            Err(damaged())
        }
    }
}

/// Returns a sum that hardly any other words have.
fn checksum(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |sum: u64, word| {
        (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
    })
}

/// Reads bytes as words, the first byte lowest.
fn words_of(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("chunks of eight bytes"));
    bytes.chunks_exact(8).map(word)
}

fn damaged() -> io::Error {
    wrong("its checksum is not that of its contents: it is damaged, remove it")
}

/// A finished table in its file, of which single bytes are read.
pub struct TableFile<F> {
    file: Mutex<F>,
    size: u64,
    sums: Vec<u64>,
}

impl<F: Read + Seek> TableFile<F> {
    /// Opens a file that [`Table::write`] wrote for this spec and size; `None` if it is not finished.
    ///
    /// # Errors
    /// If it is something else, or not whole.
    pub fn open(spec: &str, size: u64, mut file: F) -> io::Result<Option<TableFile<F>>> {
        let head = Head::read(&mut file)?;
        head.check(spec, size)?;
        if head.state != State::Done {
            return Ok(None);
        }
        let bytes = size.next_multiple_of(8);
        file.seek(SeekFrom::Start(PAGE as u64 + bytes))?;
        let mut sums = Vec::new();
        file.read_to_end(&mut sums)?;
        let sums: Vec<u64> = words_of(&sums).collect();
        if sums.len() as u64 != bytes.div_ceil(BLOCK as u64) {
            return Err(wrong("it is not whole: remove it"));
        }
        if checksum(sums.iter().copied()) != head.checksum {
            return Err(damaged());
        }
        Ok(Some(TableFile { file: Mutex::new(file), size, sums }))
    }

    /// Returns a byte.
    ///
    /// # Errors
    /// If it cannot be read, or its block is damaged.
    pub fn get(&self, at: u64) -> io::Result<u8> {
        let block = at / BLOCK as u64;
        let from = block * BLOCK as u64;
        let mut bytes = vec![0; (self.size.next_multiple_of(8) - from).min(BLOCK as u64) as usize];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(PAGE as u64 + from))?;
        file.read_exact(&mut bytes)?;
        if checksum(words_of(&bytes)) == self.sums[block as usize] {
            Ok(bytes[(at - from) as usize])
        } else {
            Err(damaged())
        }
    }
}

/// How far the work on a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// What is decided in fewer plies than this is there, and what follows from it for all numbers before `from`.
    At {
        /// The plies in hand.
        plies: u32,
        /// The first number that is not done.
        from: u64,
    },
    /// Everything is there.
    Done,
}

impl State {
    /// Nothing is there.
    pub const BEGUN: State = State::At { plies: 0, from: 0 };
}

/// The first page of a file.
struct Head {
    /// The game's spec.
    spec: String,
    /// How many positions there are.
    size: u64,
    /// How far the work is.
    state: State,
    /// The checksum of the blocks' checksums.
    checksum: u64,
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the table: {why}"))
}

impl Head {
    fn page(&self) -> Vec<u8> {
        let state = match self.state {
            State::At { plies, from } => format!("at {plies} {from}"),
            State::Done => "done".to_string(),
        };
        let text = format!("{MAGIC}\n{}\n{}\n{state} {:016x}\n", self.spec, self.size, self.checksum);
        let mut page = text.into_bytes();
        page.resize(PAGE, b' ');
        page
    }

    /// Reads the first page of a file; fails if it is no table.
    fn read(from: &mut dyn Read) -> io::Result<Head> {
        let mut page = vec![0; PAGE];
        from.read_exact(&mut page).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => wrong("its first page is not whole: remove it"),
            _ => error,
        })?;
        let text = std::str::from_utf8(&page).map_err(|_| wrong("its first page is no text"))?;
        let mut lines = text.lines();
        let mut line = || lines.next().ok_or_else(|| wrong("its first page is too short"));
        if line()? != MAGIC {
            return Err(wrong(&format!("it does not begin with \"{MAGIC}\": remove it")));
        }
        let (spec, size, last) = (line()?.to_string(), line()?, line()?);
        let size = size.parse().map_err(|_| wrong("its third line is no number of positions"))?;
        let state = || -> Option<(State, u64)> {
            let (state, sum) = last.rsplit_once(' ')?;
            let state = match state {
                "done" => State::Done,
                state => {
                    let (plies, from) = state.strip_prefix("at ")?.split_once(' ')?;
                    State::At { plies: plies.parse().ok()?, from: from.parse().ok()? }
                }
            };
            Some((state, u64::from_str_radix(sum, 16).ok()?))
        };
        let (state, checksum) =
            state().ok_or_else(|| wrong("its fourth line is no state with a checksum"))?;
        Ok(Head { spec, size, state, checksum })
    }

    /// Fails if the file is one of another game or of other numbers.
    fn check(&self, spec: &str, size: u64) -> io::Result<()> {
        if self.spec == spec && self.size == size {
            return Ok(());
        }
        let (own, own_size) = (&self.spec, self.size);
        Err(wrong(&format!("it is of {own} with {own_size} positions, not of {spec} with {size}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let table = Table::new(21);
        table.set(3, byte_of(0));
        table.set(4, byte_of(1));
        table.set(20, byte_of(253));
        table.set(7, ABSENT);
        table
    }

    #[test]
    fn bytes_say_who_wins_and_when() {
        let values: Vec<_> = [0, 3, 4, 7, 20].map(|at| value_of(table().get(at))).into();
        let expected =
            [Some(Value::Draw), Some(Value::Loss(0)), Some(Value::Win(1)), None, Some(Value::Win(253))];
        assert_eq!(values, expected);
    }

    #[test]
    fn bytes_are_found() {
        let found = |byte, from, to| {
            let mut found = Vec::new();
            table().each_with(byte, from, to, &mut |at| found.push(at));
            found
        };
        assert_eq!(found(byte_of(1), 0, 21), [4]);
        assert!(found(byte_of(1), 8, 21).is_empty());
        assert_eq!(found(byte_of(253), 16, 100), [20]);
        // The last word has three bytes more than the table: they are not in it.
        assert_eq!(found(OPEN, 16, 24), [16, 17, 18, 19]);
    }

    #[test]
    fn files_come_back_and_damage_is_seen() {
        let mut file = Vec::new();
        table().write("game:variant", State::At { plies: 7, from: 16 }, &mut file).unwrap();
        // Three words, and the checksum of their only block.
        assert_eq!(file.len(), PAGE + 24 + 8);
        let read = |file: &[u8], spec: &str, size| Table::read(spec, size, &mut &*file);
        let (back, state) = read(&file, "game:variant", 21).unwrap();
        assert_eq!(state, State::At { plies: 7, from: 16 });
        assert!((0..21).all(|at| back.get(at) == table().get(at)));
        let error = |file: &[u8], spec: &str, size| read(file, spec, size).err().unwrap().to_string();
        assert!(error(&file, "game", 21).contains("game:variant"));
        assert!(error(&file, "game:variant", 22).contains("21 positions"));
        file[PAGE + 5] ^= 1;
        assert!(error(&file, "game:variant", 21).contains("damaged"));
        assert!(error(&file[..PAGE + 20], "game:variant", 21).contains("not whole"));
        assert!(error(b"damier", "game", 21).contains("not whole"));
        file[0] = b'D';
        assert!(error(&file, "game:variant", 21).contains("damier table 2"));
    }

    #[test]
    fn single_bytes_of_a_file_are_read_and_damage_is_seen() {
        // Two blocks, the second of which is not full.
        let size = BLOCK as u64 + 21;
        let table = Table::new(size);
        table.set(3, byte_of(0));
        table.set(BLOCK as u64 + 20, byte_of(7));
        let written = |state| {
            let mut file = Vec::new();
            table.write("game", state, &mut file).unwrap();
            file
        };
        let open = |file: &[u8]| TableFile::open("game", size, io::Cursor::new(file.to_vec()));
        assert!(open(&written(State::At { plies: 3, from: 0 })).unwrap().is_none());
        let whole = written(State::Done);
        let kept = open(&whole).unwrap().unwrap();
        for at in [0, 3, 4, BLOCK as u64 - 1, BLOCK as u64, size - 1] {
            assert_eq!(kept.get(at).unwrap(), table.get(at), "{at}");
        }
        let mut spoilt = whole.clone();
        spoilt[PAGE + BLOCK + 1] ^= 4;
        let kept = open(&spoilt).unwrap().unwrap();
        assert_eq!(kept.get(3).unwrap(), byte_of(0));
        assert!(kept.get(size - 1).unwrap_err().to_string().contains("damaged"));
        let error = |file: &[u8]| open(file).err().unwrap().to_string();
        assert!(error(&whole[..whole.len() - 8]).contains("not whole"));
        assert!(error(&whole[..100]).contains("not whole"));
        let mut spoilt = whole.clone();
        *spoilt.last_mut().unwrap() ^= 1;
        assert!(error(&spoilt).contains("damaged"));
    }
}
