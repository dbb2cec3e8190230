// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Composition, watchComposition } from './composition.ts';

let composition: Composition;
let box: HTMLInputElement;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  box = document.createElement('input');
  document.body.append(box);
  composition = watchComposition(document);
});
afterEach(() => {
  vi.useRealTimers();
  box.remove();
});

const compose = (type: string) => box.dispatchEvent(new CompositionEvent(type, { bubbles: true }));
const input = (isComposing: boolean) =>
  box.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }));
function wait() {
  const run = vi.fn();
  composition.whenComplete(run);
  return run;
}

describe('rendering', () => {
  it('begins at once if no character is being composed', () => {
    expect(wait()).toHaveBeenCalledOnce();
  });

  it('begins at once after a character was composed', () => {
    compose('compositionstart');
    compose('compositionend');
    expect(wait()).toHaveBeenCalledOnce();
  });

  it.each<[string, () => void]>([
    ['the character is complete', () => compose('compositionend')],
    ['the box loses the focus', () => box.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))],
    ['another character is typed', () => input(false)],
  ])('waits until %s, and for the handlers of that event', (_, end) => {
    compose('compositionstart');
    input(true);
    const run = wait();
    input(true);
    vi.runAllTimers();
    expect(run).not.toHaveBeenCalled();
    end();
    expect(run).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(run).toHaveBeenCalledOnce();
  });

  it('waits for a character whose composition began before the first script', () => {
    input(true);
    expect(wait()).not.toHaveBeenCalled();
  });

  it('listens no longer after it began', () => {
    wait();
    compose('compositionstart');
    expect(wait()).toHaveBeenCalledOnce();
  });

  it('waits for the second character if it is begun as soon as the first is complete', () => {
    compose('compositionstart');
    const run = wait();
    compose('compositionend');
    compose('compositionstart');
    vi.runAllTimers();
    expect(run).not.toHaveBeenCalled();
    compose('compositionend');
    vi.runAllTimers();
    expect(run).toHaveBeenCalledOnce();
  });
});
