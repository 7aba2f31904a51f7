"use strict";
// The page works without this: it adds a button that copies, and reads a served page again when it has changed.
for (const block of document.querySelectorAll("pre.paste")) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
  button.setAttribute("aria-label", `Copy: ${block.getAttribute("aria-label")}`);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(block); // the browser forbids it: one key is left to press
      button.textContent = "Selected";
    }
  });
  block.after(button);
}
const version = document.querySelector("meta[name=version]")?.content;
if (version) setInterval(async () => {
  try {
    const now = await (await fetch("version")).text();
    if (now && now !== version) location.reload();
  } catch {} // the grader has ended: the page stays as it is
}, 500);
