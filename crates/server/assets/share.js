// @ts-check
// The sharing page: a button copies the text of its field. Without access to the clipboard, the field is selected so that the
// reader can copy it himself.

import { say } from "./board.js";

const status = document.querySelector(".copied");
/** @param {string} words */
const tell = (words) => {
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

for (const button of document.querySelectorAll("button[data-copies]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const field = document.getElementById(button.dataset.copies ?? "");
  if (!(field instanceof HTMLInputElement)) continue;
  button.hidden = false;
  button.addEventListener("click", () => void copy(field));
  field.addEventListener("focus", () => field.select());
}

const send = document.querySelector("button.send");
if (send instanceof HTMLButtonElement && "share" in navigator) {
  send.hidden = false;
  send.addEventListener("click", () => {
    // If the reader cancels, that is no error.
    navigator.share({ title: send.dataset.title, url: send.dataset.link }).catch(() => {});
  });
}
