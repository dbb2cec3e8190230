/** Keys as they are pressed, without waiting for the end of a line where the input is a terminal. */
export function hearKeys(hear: (key: string) => void, input: NodeJS.ReadStream = process.stdin): () => void {
  const take = (bytes: Buffer | string): void => {
    for (const key of String(bytes)) hear(key);
  };
  // Nobody is there any more.
  const end = (): void => hear(CTRL_D);
  if (input.isTTY) input.setRawMode(true);
  input.on('data', take);
  input.once('end', end);
  input.resume();
  return () => {
    input.off('data', take);
    input.off('end', end);
    if (input.isTTY) input.setRawMode(false);
    input.pause();
  };
}

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';
