document.body.addEventListener("click", () => void Promise.all([import("./play/playground.ts"), import("./editor/codemirror.ts"), import("./lesson/lesson.ts")]));
