// @ts-check
// On every page: sends the forms of settings and filters as soon as a choice is made, without their button.

for (const form of document.querySelectorAll("form.theme, form[data-submits]")) {
  form.addEventListener("change", () => form instanceof HTMLFormElement && form.requestSubmit());
}
document.documentElement.dataset.scripts = "on";
