document.body.append("editor");
