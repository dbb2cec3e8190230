import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from './workspace.ts';

const FILE = 'screens/a.screen.json';
const open = (text: string) => openWorkspace({ base: [{ path: FILE, text }] });
const textOf = (workspace: ReturnType<typeof open>): string => workspace.snapshot().texts.get(FILE) ?? '';
const write = (workspace: ReturnType<typeof open>, text: string) =>
  workspace.edit({ label: text, changes: { [FILE]: text } });

const marksIn = (text: string): number => text.split('#').length - 1;

describe("undo steps after another person's change", () => {
  it('can be undone if the change is before or behind them', () => {
    const workspace = open('one two three');
    write(workspace, 'one TWO three');
    write(workspace, 'one TWO three!');
    workspace.undo();
    workspace.take({ [FILE]: '1 TWO three' });
    workspace.take({ [FILE]: '1 TWO 3hree' });
    workspace.undo();
    expect(textOf(workspace)).toBe('1 two 3hree');
    workspace.redo();
    workspace.redo();
    expect(textOf(workspace)).toBe('1 TWO 3hree!');
  });

  it('are dropped if the change overlaps them', () => {
    const workspace = open('one two');
    write(workspace, '1 two');
    write(workspace, '1 TWO');
    workspace.take({ [FILE]: 'uno TWO' });
    expect(workspace.snapshot().undo).toBe('1 TWO');
    workspace.undo();
    expect(textOf(workspace)).toBe('uno two');
    expect(workspace.snapshot().undo).toBeUndefined();
    workspace.take({ [FILE]: null });
    expect(workspace.snapshot().redo).toBeUndefined();
  });

  it('are dropped if the change is in the same text, so that no words of both are mixed', () => {
    const screen = (text: string, hint: string) => `{\n  "text": "${text}",\n  "hint": "${hint}"\n}\n`;
    const workspace = open(screen('People who help', 'Any time'));
    write(workspace, screen('Kind people', 'Any time'));
    workspace.take({ [FILE]: screen('Kind people by Eve', 'Any time') });
    expect(workspace.snapshot().undo).toBeUndefined();
    write(workspace, screen('Kind people by Eve', 'By day'));
    workspace.take({ [FILE]: screen('Kind people by Bob', 'By day') });
    workspace.undo();
    expect(textOf(workspace)).toBe(screen('Kind people by Bob', 'Any time'));
  });

  it("never fail and never lose the other person's text", () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 8 });
    fc.assert(
      fc.property(
        word,
        fc.array(fc.tuple(fc.constantFrom('edit', 'take', 'undo', 'redo'), word)),
        (from, steps) => {
          const workspace = open(from);
          for (const [step, text] of steps) {
            if (step === 'edit') write(workspace, text);
            else if (step === 'take') {
              // The other person's text has a unique mark.
              const now = textOf(workspace);
              const at = Math.min(text.length, now.length);
              workspace.take({ [FILE]: `${now.slice(0, at)}#${now.slice(at)}` });
            } else {
              const before = marksIn(textOf(workspace));
              workspace[step]();
              const after = marksIn(textOf(workspace));
              // Undo can restore text that the person removed; it never removes the other person's.
              expect(after).toBeGreaterThanOrEqual(step === 'undo' ? before : 0);
            }
          }
          while (workspace.snapshot().undo !== undefined) workspace.undo();
        },
      ),
      { numRuns: 300 },
    );
  });
});
