/** Reports each key press; on a terminal without waiting for Enter. */
export function listenToKeys(
  onKey: (key: string) => void,
  input: NodeJS.ReadStream = process.stdin,
): () => void {
  const take = (bytes: Buffer | string): void => {
    for (const key of String(bytes)) onKey(key);
  };
  // The input was closed.
  const end = (): void => onKey(CTRL_D);
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
