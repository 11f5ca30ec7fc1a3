// @ts-check
// On every page: a choice is sent as soon as it is made, without its button.

for (const form of document.querySelectorAll("form.theme, form[data-submits]")) {
  form.addEventListener("change", () => form instanceof HTMLFormElement && form.requestSubmit());
}
document.documentElement.dataset.scripts = "on";
