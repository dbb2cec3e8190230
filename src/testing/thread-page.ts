import { makeDom } from './dom.ts';

/** What is called here would leave this computer; nothing is to. */
const refuse = (what: string) => () => {
  throw new Error(`A test makes no connection: ${what} was called.`);
};

/** Makes this thread a page that reaches nobody. Before any code of the page is loaded. */
export async function becomePage(): Promise<void> {
  await makeDom();
  Object.assign(globalThis, {
    fetch: refuse('fetch'),
    XMLHttpRequest: refuse('XMLHttpRequest'),
    WebSocket: refuse('WebSocket'),
  });
}
