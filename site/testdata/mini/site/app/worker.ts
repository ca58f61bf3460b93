import "wasm_exec";
self.postMessage({ ready: true });
