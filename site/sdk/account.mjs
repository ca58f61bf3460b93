// The account that the tests of the official clients speak to: CONNECTION is its connection string.

import { createRequire } from "node:module";

/** Connection string of a running server. */
export const connection = process.env.CONNECTION;
if (!connection) throw new Error("CONNECTION is not set: go test ./serve starts a server and sets it");

let last = 0;

/** A name that no other test uses, good for tables, queues and containers. */
export const unique = (prefix) => `${prefix}${process.pid}n${++last}`;

/** Runs work and returns the error that it has to fail with. */
export async function failure(work) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("it worked, and should not have");
}

/** All items of an asynchronous iterator. */
export async function all(items) {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Whole body of a download. */
export async function text(download) {
  const parts = [];
  for await (const part of download.readableStreamBody) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** The client before these, azure-storage, where site/bench is installed: go test ./serve says whether it is. */
export const before = process.env.BEFORE ? createRequire(process.env.BEFORE)("azure-storage") : undefined;

/** Calls a method of that client, and returns what it gives to its callback. */
export const called = (service, method, ...args) =>
  new Promise((resolve, reject) => {
    service[method](...args, (error, result) => (error ? reject(error) : resolve(result)));
  });
