import { makeDom } from './dom.ts';

/** A function that would open a connection, which is forbidden. */
const refuse = (what: string) => () => {
  throw new Error(`A test makes no connection: ${what} was called.`);
};

/** Makes this thread a page without network. Call it before page code is loaded. */
export async function becomePage(): Promise<void> {
  await makeDom();
  Object.assign(globalThis, {
    fetch: refuse('fetch'),
    XMLHttpRequest: refuse('XMLHttpRequest'),
    WebSocket: refuse('WebSocket'),
  });
}
