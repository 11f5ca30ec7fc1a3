//! The web app in a real browser. Without Chromium these tests fail; `./test` installs it.

mod access;
mod actions;
mod begin;
mod ending;
mod frame;
mod games;
mod gestures;
mod hand;
mod help;
mod house;
mod keyboard;
mod paper;
mod people;
mod plain;
mod rooms;
mod shots;
mod table;
