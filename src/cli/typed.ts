import { createInterface, type Interface } from 'node:readline';

/** Lines of the standard input, which is not opened before the first read. */
export function createTyped(input: NodeJS.ReadableStream = process.stdin): {
  readonly read: () => Promise<string | undefined>;
  readonly close: () => void;
} {
  let reader: Interface | undefined;
  let lines: AsyncIterator<string> | undefined;
  return {
    async read() {
      reader ??= createInterface({ input });
      lines ??= reader[Symbol.asyncIterator]();
      const { done, value } = await lines.next();
      return done === true ? undefined : value;
    },
    close: () => reader?.close(),
  };
}
