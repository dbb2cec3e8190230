import { useState } from 'react';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { LookBehind } from './look-behind.tsx';
import type { StatesViewProps } from './states-view.tsx';

export type FindStateProps = Pick<
  StatesViewProps,
  'states' | 'sceneOf' | 'selected' | 'drawnIn' | 'onDrawn' | 'onOpen'
>;

/** For a selection that is hidden: the first state that shows it, or a button that looks for one. */
export function FindState({ states, sceneOf, selected, drawnIn, onDrawn, onOpen }: FindStateProps) {
  const [isLooking, setLooking] = useState(false);
  const shows = (nodes: ReadonlySet<string> | null | undefined): boolean =>
    nodes != null && selected.some((node) => nodes.has(node));
  const found = states.find(({ name }) => shows(drawnIn.get(name)));
  const next = states.find(({ name }) => !drawnIn.has(name));
  if (found !== undefined)
    return (
      <p>
        It is visible in “{found.title}”.{' '}
        <button type="button" onClick={() => onOpen(found.name)}>
          Show that state
        </button>
      </p>
    );
  if (next === undefined) return <p role="status">None of the {states.length} states shows it.</p>;
  if (!isLooking)
    return (
      <button type="button" onClick={() => setLooking(true)}>
        Show a state that has it
      </button>
    );
  return (
    <>
      <p role="status">
        Looking for a state that shows it: {drawnIn.size} of {states.length}
      </p>
      <LookBehind
        {...{ next, sceneOf }}
        onDrawn={(name, nodes, facts) => {
          onDrawn(name, nodes, facts);
          if (shows(nodes)) open(next);
        }}
      />
    </>
  );

  function open({ name }: ScreenState): void {
    setLooking(false);
    onOpen(name);
  }
}
