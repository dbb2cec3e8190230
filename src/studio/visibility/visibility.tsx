import { type ReactNode, useState } from 'react';
import { sayCondition, type ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { HiddenWhy } from '../stage/scene.ts';
import { ConditionBuilder } from './condition-builder.tsx';
import './visibility.css';

export interface VisibilityProps {
  readonly files: readonly SourceFile[];
  /** Path of the node's document. */
  readonly file: string;
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
  /** Why the node is hidden in the current state, and the condition in words; undefined if it is visible. */
  readonly hidden: (Omit<HiddenWhy, 'node'> & { readonly condition: string | undefined }) | undefined;
  readonly mayEdit: boolean;
  /** Leads to a state that shows the node; rendered if it is hidden. */
  readonly find: ReactNode;
  /** Whether the project would have no errors with this condition. */
  readonly isSound: (condition: string) => boolean;
  onWrite(condition: string | undefined): void;
  /** Renders all states to find those that show the node. */
  onLook(): void;
}

/** Shows the conditions of a node in words, and adds conditions without writing an expression. */
export function Visibility({
  files,
  file,
  around,
  own,
  titles,
  notes,
  seenIn,
  states,
  hidden,
  find,
  mayEdit,
  isSound,
  onWrite,
  onLook,
}: VisibilityProps) {
  const [isAdding, setIsAdding] = useState(false);
  const all = [...around, ...(own === undefined ? [] : [own])];
  const seen = [...seenIn.values()].filter(Boolean).length;
  return (
    <section aria-label="Visibility" className="st-visibility">
      <h3>Who sees this</h3>
      {all.length === 0 ? (
        <p>Everybody who sees the screen.</p>
      ) : (
        <ul>
          {all.map((condition) => (
            <li key={condition}>{sayCondition(condition, titles)}</li>
          ))}
        </ul>
      )}
      {notes.map(({ title, description }) => (
        <p key={title} className="st-soft">
          “{title}”: {description}
        </p>
      ))}
      {hidden === undefined ? null : (
        <div className="st-hidden">
          <p aria-live="polite">Why it is hidden now: {hidden.text}</p>
          {find}
          {hidden.condition === undefined ? null : <p>{hidden.condition}</p>}
          {hidden.values.map(({ path, text }) => (
            <p key={path} className="st-soft">
              {path}: {text}
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
        {isAdding || !mayEdit ? null : (
          <button type="button" onClick={() => setIsAdding(true)}>
            Add a condition
          </button>
        )}
        {own === undefined || !mayEdit ? null : (
          <button type="button" onClick={() => onWrite(undefined)}>
            Show it always
          </button>
        )}
      </div>
      {isAdding ? (
        <ConditionBuilder
          legend="Shown only when"
          files={files}
          file={file}
          own={own}
          titles={titles}
          isSound={isSound}
          onWrite={(condition) => {
            setIsAdding(false);
            onWrite(condition);
          }}
          onCancel={() => setIsAdding(false)}
        />
      ) : null}
    </section>
  );
}
