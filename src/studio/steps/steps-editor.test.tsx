// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { afterEach, expect, it } from 'vitest';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { documentOf } from '../model/nodes.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import { stepsOf } from './steps.ts';
import { StepsEditor } from './steps-editor.tsx';

const FILE = 'screens/payment-instructions.screen.json';
const GROUP = '/body/3';

afterEach(cleanup);

interface PlaceProps {
  readonly workspace: Workspace;
  /** Called after the render, before the passive effects. */
  onDrawn?(): void;
}

function Place({ workspace, onDrawn }: PlaceProps) {
  const view = useSyncExternalStore(workspace.subscribe, workspace.snapshot);
  useLayoutEffect(() => {
    onDrawn?.();
  }, [onDrawn]);
  const steps = stepsOf(documentOf(view, FILE), GROUP);
  if (steps === undefined) throw new Error('There are no steps.');
  return (
    <StepsEditor
      {...{ view, steps }}
      item={{ file: FILE, pointer: GROUP } as Parameters<typeof StepsEditor>[0]['item']}
      onChange={(label, edit) => {
        const edited = edit({ path: FILE, text: workspace.snapshot().texts.get(FILE) ?? '' });
        workspace.edit({ label, changes: { [FILE]: edited.text } });
      }}
    />
  );
}

const step = (nth: number) => screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Step ${nth}` });
const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(selectionStart, selectionEnd);

it('selects the text of a new step, even if a key is pressed before the passive effects', async () => {
  const workspace = openWorkspace({ base: readProjectFiles('.') });
  const { rerender } = render(<Place {...{ workspace }} />);
  rerender(<Place {...{ workspace }} onDrawn={() => fireEvent.keyDown(step(1), { key: 'Enter' })} />);
  await waitFor(() => expect(step(2).value).toBe('New step'));
  expect(document.activeElement).toBe(step(2));
  expect(selected(step(2))).toBe('New step');
});
