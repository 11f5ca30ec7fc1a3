// @ts-check
// Addresses and other texts to be sent: a button copies the text of its field. Without access to the clipboard, the field is selected so that the
// reader can copy it himself.

import { say } from "./board.js";

/** @param {string} words */
const tell = (words) => {
  const status = document.querySelector(".copied");
  if (status) status.textContent = words;
};

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    tell(say("Copié.", "Copied."));
  } catch {
    tell(say("Sélectionné : copiez par Ctrl + C.", "Selected: copy it with Ctrl + C."));
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-copies]") : null;
  if (!(button instanceof HTMLElement)) return;
  const field = document.getElementById(button.dataset.copies ?? "");
  if (field instanceof HTMLInputElement) void copy(field);
});
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.closest("div.copy")) target.select();
});

const send = document.querySelector("button.send");
if (send instanceof HTMLButtonElement && "share" in navigator) {
  send.hidden = false;
  send.addEventListener("click", () => {
    // If the reader cancels, that is no error.
    navigator.share({ title: send.dataset.title, url: send.dataset.link }).catch(() => {});
  });
}
