//! The web app in a real browser. Without Chromium these tests fail; `./test` installs it.

mod access;
mod actions;
mod games;
mod hand;
mod house;
mod keyboard;
mod plain;
mod rooms;
mod shots;
mod table;
