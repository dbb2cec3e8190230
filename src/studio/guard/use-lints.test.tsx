// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { library, type ScreenText } from '#renderer/grammar/testing.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Lint } from './lint-beside.ts';
import { useLints } from './use-lints.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const box = (label: string) => ({ type: 'check', name: 'agreed', label, initial: true });
const asking = (label: string, title = 'Shelf'): ScreenText => ({
  title,
  body: [{ type: 'form', id: 'join', body: [box(label)] }],
});

/** The hook with a lint that counts its calls. */
function given(first: ScreenText, isWhole = true) {
  const lint = vi.fn<Lint>((files) => Promise.resolve(inspectProject(files).problems));
  let files: readonly SourceFile[] = library(first);
  const viewOf = (all: boolean) => ({ files, problems: [], isWhole: all });
  const hook = renderHook(({ view }) => useLints(view, lint), { initialProps: { view: viewOf(isWhole) } });
  return {
    lint,
    said: () =>
      hook.result.current.flatMap(({ code, pointer }) => (code === 'consent/prechecked' ? [pointer] : [])),
    write(shelf: ScreenText, all = true) {
      const path = 'screens/shelf.screen.json';
      const text = library(shelf).find((one) => one.path === path)?.text ?? '';
      files = files.map((one) => (one.path === path ? { path, text } : one));
      hook.rerender({ view: viewOf(all) });
    },
    rest: (ms = 500) => act(() => vi.advanceTimersByTimeAsync(ms)),
  };
}
const BOX = ['/body/0/body/0'];

describe('lint warnings while a person edits', () => {
  it('are computed when the person stops typing, not at every key press', async () => {
    const { lint, said, write, rest } = given(asking('I'));
    for (const label of ['I a', 'I ag', 'I agree']) {
      write(asking(label));
      await rest(300);
    }
    expect(lint).not.toHaveBeenCalled();
    expect(said()).toEqual([]);
    await rest();
    expect(lint).toHaveBeenCalledTimes(1);
    expect(said()).toEqual(BOX);
  });

  it('stay for unchanged records, and disappear for the record that the person edits', async () => {
    const { said, write, rest } = given(asking('I agree'));
    await rest();
    write(asking('I agree', 'Another title'));
    expect(said()).toEqual(BOX);
    write(asking('I do', 'Another title'));
    expect(said()).toEqual([]);
    await rest();
    expect(said()).toEqual(BOX);
  });

  it('disappear when the problem is fixed', async () => {
    const { said, write, rest } = given(asking('I agree'));
    await rest();
    write({ body: [] });
    await rest();
    expect(said()).toEqual([]);
  });

  it('wait until all screens are compiled', async () => {
    const { lint, write, rest } = given(asking('I'), false);
    await rest();
    expect(lint).not.toHaveBeenCalled();
    write(asking('I'), true);
    await rest();
    expect(lint).toHaveBeenCalledTimes(1);
  });
});

it('do not repeat a problem of the workspace', async () => {
  const files = library(asking('I agree'));
  const { problems } = inspectProject(files);
  const lint: Lint = () => Promise.resolve(problems);
  const view = { files, problems: problems.slice(1), isWhole: true };
  const { result } = renderHook(() => useLints(view, lint));
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(result.current).toEqual(problems.slice(0, 1));
});
