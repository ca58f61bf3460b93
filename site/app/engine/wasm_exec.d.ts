// Go's loader, which the build takes from the Go distribution; it defines globalThis.Go.
declare module "wasm_exec" {}
