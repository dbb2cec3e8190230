import { expect, it, vi } from 'vitest';
import { outlivePipes } from './outlive-pipes.ts';

it('a closed pipe does not crash the process, and every other stream error does', () => {
  const listeners: ((error: object) => void)[] = [];
  const on = vi.fn((_: string, listener: (error: object) => void) => void listeners.push(listener));
  outlivePipes({ on } as unknown as NodeJS.WritableStream);
  expect(() => listeners[0]?.({ code: 'EPIPE' })).not.toThrow();
  const full = new Error('no space');
  expect(() => listeners[0]?.(full)).toThrow(full);
});
