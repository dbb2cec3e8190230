import type { ReactNode } from 'react';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { useConditionsAround } from '../conditions/around.tsx';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { saySentence } from '../conditions/say.ts';
import { nameSubject } from '../conditions/subjects.ts';
import type { HiddenWhy } from '../stage/scene.ts';
import './visibility.css';

export interface VisibilityProps {
  readonly files: readonly SourceFile[];
  /** Path of the node's document. */
  readonly file: string;
  /** Of the node. */
  readonly pointer: string;
  /** Conditions of the ancestors, outermost first. */
  readonly around: readonly string[];
  readonly own: string | undefined;
  /** Titles of the named values that the document reads. */
  readonly titles: ValueTitles;
  /** What the named values in the conditions mean. */
  readonly notes: readonly { readonly title: string; readonly description: string }[];
  /** Whether the node is visible, by state; only states that were rendered. */
  readonly seenIn: ReadonlyMap<string, boolean>;
  readonly states: number;
  /** Why the node is hidden in the current state, and the condition; undefined if it is visible. */
  readonly hidden: (Omit<HiddenWhy, 'node'> & { readonly condition: string | undefined }) | undefined;
  readonly mayEdit: boolean;
  /** Leads to a state that shows the node; rendered if it is hidden. */
  readonly find: ReactNode;
  /** Whether the project would have no errors with this condition. */
  readonly isSound: (condition: string | undefined) => boolean;
  onWrite(condition: string | undefined): void;
  /** Renders all states to find those that show the node. */
  onLook(): void;
}

/** The conditions of a node: those around it in words, its own as rows. */
export function Visibility(props: VisibilityProps) {
  const { files, file, pointer, around, own, titles, notes, seenIn, states } = props;
  const { hidden, find, mayEdit, isSound, onWrite, onLook } = props;
  const { money } = useConditionsAround();
  const words = { titles, money };
  const seen = [...seenIn.values()].filter(Boolean).length;
  return (
    <section aria-label="Visibility" className="st-visibility">
      <h3>Who sees this</h3>
      {around.length === 0 ? null : (
        <>
          <p className="st-soft">What it is in is shown when</p>
          <ul>
            {around.map((condition, at) => (
              <li key={at} title={condition}>
                {saySentence(condition, words)}
              </li>
            ))}
          </ul>
        </>
      )}
      <ConditionEditor
        legend="Shown only when"
        word="Shown"
        always="Show it always"
        without={around.length === 0 ? 'Everybody who sees the screen.' : 'Everybody who sees what it is in.'}
        {...{ files, file, pointer, own, titles, mayEdit, isSound, onWrite }}
      />
      {notes.map(({ title, description }) => (
        <p key={title} className="st-soft">
          “{title}”: {description}
        </p>
      ))}
      {hidden === undefined ? null : (
        <div className="st-hidden">
          <p aria-live="polite">Why it is hidden now: {hidden.text}</p>
          {find}
          {hidden.condition === undefined ? null : <p>{saySentence(hidden.condition, words)}</p>}
          {hidden.values.map(({ path, text }) => (
            <p key={path} className="st-soft" title={path}>
              {nameSubject(path, titles)}: {text}
            </p>
          ))}
        </div>
      )}
      <p className="st-soft" role="status">
        {seenIn.size < states
          ? `Looked at ${seenIn.size} of ${states} states`
          : `Seen in ${seen} of ${states} states`}
      </p>
      <div className="st-row">
        <button type="button" onClick={onLook}>
          Look at all states
        </button>
      </div>
    </section>
  );
}
