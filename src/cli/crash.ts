import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from './command.ts';

/**
 * Reports a fault of Capiz itself and writes the details into a file. The terminal gets no stack, because the person
 * cannot use it.
 *
 * @param command - Only the command's name: arguments may be private.
 */
export function tellCrash(
  error: unknown,
  command: string | undefined,
  terminal: Pick<Terminal, 'err'>,
): void {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const report = `capiz ${command ?? ''}\nnode ${process.version}, ${process.platform} ${process.arch}\n${told}\n`;
  const file = join(tmpdir(), `capiz-crash-${process.pid}.txt`);
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
  terminal.err(`capiz failed because of an error in Capiz: ${message}\n`);
  try {
    writeFileSync(file, report, { mode: 0o600 });
    terminal.err(`Please report it, with ${file} and what npx capiz doctor prints.\n`);
  } catch {
    terminal.err('Please report it, with what npx capiz doctor prints.\n');
  }
}
