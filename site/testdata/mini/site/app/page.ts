document.body.addEventListener("click", () => void import("./later.ts"));
