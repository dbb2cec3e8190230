import { type ReactNode, useMemo, useState } from 'react';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import type { Edited } from '../model/edits.ts';
import { type OutlineItem, titleOf } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import type { Change } from '../properties/write.ts';
import type { CaseNow } from '../stage/scene.ts';
import { type TextValue, valuesAt } from '../steps/values.ts';
import { useConditionsAround } from '../conditions/around.tsx';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { RowForm } from '../conditions/row-form.tsx';
import { saySentence, type Words } from '../conditions/say.ts';
import { CaseText } from './case-text.tsx';
import {
  addCase,
  type CasesOfNode,
  moveCase,
  removeCase,
  type TextCase,
  writeCase,
  writeWhen,
} from './cases.ts';
import { nameValue, readParts } from './template-parts.ts';
import './cases.css';

export interface CasesEditorProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly item: OutlineItem;
  readonly text: CasesOfNode;
  readonly titles: ValueTitles;
  /** The cases in the state on the phone; empty if they are not known. */
  readonly now: readonly CaseNow[];
  readonly onChange: Change;
  onOpenJson(): void;
}

/** Edits a text that depends on conditions: every case is shown, and nothing that is not shown is replaced. */
export function CasesEditor(props: CasesEditorProps) {
  const { workspace, view, item, text, titles, onChange, onOpenJson } = props;
  const { title, cases } = text;
  const [isAdding, setAdding] = useState(false);
  const [fault, setFault] = useState<string>();
  const at = `${item.pointer}${text.pointer}`;
  const source = { path: item.file, text: view.texts.get(item.file) ?? '' };
  const offered = useMemo(() => valuesAt(view.files, item.file, at), [view.files, item.file, at]);
  const now = props.now.length === cases.length ? props.now : [];
  const change = (label: string, edit: (file: typeof source) => Edited, gesture?: string): void => {
    setFault(undefined);
    // The node stays selected.
    onChange(label, (file) => ({ ...edit(file), pointer: item.pointer }), item, gesture);
  };
  /** Makes the edit if the draft has no more errors after it. */
  const changeSoundly = (label: string, edit: (file: typeof source) => Edited, refusal: string): void => {
    const problems = workspace.wouldFind({ [item.file]: edit(source).text });
    if (problems.some(({ severity }) => severity === 'error')) setFault(refusal);
    else change(label, edit);
  };
  const label = `${title} of ${titleOf(item)}`;
  const place: CasePlace = { workspace, view, source, at, title, titles, change };
  return (
    <section className="st-cases-editor" aria-label={`Cases of ${title}`}>
      <h3>{title}</h3>
      <ol>
        {cases.map((one, index) => (
          <CaseRow
            key={index}
            {...{ one, index, title, titles, offered }}
            condition={
              one.when === undefined ? null : <CaseCondition {...place} when={one.when} index={index} />
            }
            count={cases.length}
            isLastFree={cases.at(-1)?.when === undefined}
            now={now[index]}
            onWrite={(words) =>
              change(
                label,
                (file) => writeCase(file, at, index, { ...one, text: words }),
                `${item.file}${at} ${index}`,
              )
            }
            onMove={(by) =>
              changeSoundly(
                `Order of the cases of ${title}`,
                (file) => moveCase(file, at, index, by),
                'In that order the draft would have an error.',
              )
            }
            onRemove={() =>
              changeSoundly(
                `Remove a case of ${title}`,
                (file) => removeCase(file, at, text, index),
                `Without this case there would be a time without a text, and ${title} needs one.`,
              )
            }
          />
        ))}
      </ol>
      {fault === undefined ? null : (
        <p role="alert" className="st-field-fault">
          {fault}
        </p>
      )}
      {isAdding ? (
        <NewCase {...place} cases={cases} onDone={() => setAdding(false)} />
      ) : (
        <div className="st-row">
          <button type="button" aria-label={`Add a case to ${title}`} onClick={() => setAdding(true)}>
            Add a case
          </button>
          {cases.at(-1)?.when === undefined ? null : (
            <button
              type="button"
              aria-label={`Add the text for all other cases to ${title}`}
              onClick={() =>
                change(`Otherwise of ${title}`, (file) => addCase(file, at, cases, { text: NEW_TEXT }))
              }
            >
              Add “otherwise”
            </button>
          )}
          <button type="button" className="st-link" aria-label={`Edit ${title} as JSON`} onClick={onOpenJson}>
            Edit as JSON
          </button>
        </div>
      )}
      {text.context === undefined ? null : <p className="st-soft">Kept apart as “{text.context}”</p>}
    </section>
  );
}

interface CasePlace {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  /** The document. */
  readonly source: { readonly path: string; readonly text: string };
  /** Pointer of the text. */
  readonly at: string;
  readonly title: string;
  readonly titles: ValueTitles;
  change(label: string, edit: (file: { path: string; text: string }) => Edited): void;
}

/** When a case is shown. */
function CaseCondition({
  when,
  index,
  ...place
}: CasePlace & { readonly when: string; readonly index: number }) {
  const { workspace, view, source, at, title, titles, change } = place;
  return (
    <ConditionEditor
      legend="This text when"
      called={`case ${index + 1} of ${title}`}
      files={view.files}
      file={source.path}
      pointer={at}
      titles={titles}
      own={when}
      without=""
      isSound={(next) =>
        next !== undefined &&
        workspace.wouldBeSound({ [source.path]: writeWhen(source, at, index, next).text })
      }
      onWrite={(next) => {
        if (next !== undefined)
          change(`When ${title} has this text`, (file) => writeWhen(file, at, index, next));
      }}
    />
  );
}

/** The condition of a new case. */
function NewCase({
  cases,
  onDone,
  ...place
}: CasePlace & { readonly cases: readonly TextCase[]; onDone(): void }) {
  const { workspace, view, source, at, title, titles, change } = place;
  return (
    <RowForm
      legend="Another text when"
      files={view.files}
      file={source.path}
      pointer={at}
      titles={titles}
      whole={(when) => when}
      isSound={(when) =>
        workspace.wouldBeSound({ [source.path]: addCase(source, at, cases, { when, text: NEW_TEXT }).text })
      }
      onWrite={(when) => {
        onDone();
        change(`New case of ${title}`, (file) => addCase(file, at, cases, { when, text: NEW_TEXT }));
      }}
      onCancel={onDone}
    />
  );
}

/** The words of a new case, to be replaced. */
const NEW_TEXT = 'New text';

interface CaseRowProps {
  readonly one: TextCase;
  readonly index: number;
  readonly count: number;
  /** Whether the last case has no condition; nothing can be moved behind it. */
  readonly isLastFree: boolean;
  readonly title: string;
  readonly titles: ValueTitles;
  readonly offered: readonly TextValue[];
  readonly now: CaseNow | undefined;
  /** The editor of its condition; null for the last case. */
  readonly condition: ReactNode;
  onWrite(text: string): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

function CaseRow(props: CaseRowProps) {
  const { one, index, count, isLastFree, title, titles, offered, now, condition } = props;
  const { onWrite, onMove, onRemove } = props;
  const { money } = useConditionsAround();
  const [isOpen, setOpen] = useState(false);
  const heading = sayCase(one, index === count - 1, { titles, money });
  const label = `${title}, ${heading}`;
  const isLast = isLastFree && index === count - 1;
  const movable = isLastFree ? count - 1 : count;
  return (
    <li data-shown={now?.isShown === true ? '' : undefined}>
      <p className="st-case-when">
        <span title={one.when}>{heading}</span>
        {now?.isShown === true ? <em>shown now</em> : null}
        {isLast || movable < 2 ? null : (
          <>
            <button
              type="button"
              aria-label={`Move up: ${label}`}
              disabled={index === 0}
              onClick={() => onMove(-1)}
            >
              ↑
            </button>
            <button
              type="button"
              aria-label={`Move down: ${label}`}
              disabled={index === movable - 1}
              onClick={() => onMove(1)}
            >
              ↓
            </button>
          </>
        )}
        {condition === null ? null : (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`Condition: ${label}`}
            onClick={() => setOpen(!isOpen)}
          >
            If
          </button>
        )}
        <button type="button" aria-label={`Remove: ${label}`} disabled={count === 1} onClick={onRemove}>
          ×
        </button>
      </p>
      {isOpen ? condition : null}
      <CaseText {...{ label, titles, offered, onWrite }} text={one.text} now={now?.values} />
    </li>
  );
}

/** The heading of a case. An entry without a condition is used when its values are there. */
function sayCase({ when, text }: TextCase, isLast: boolean, words: Words): string {
  if (when !== undefined) return `When ${saySentence(when, words)}`;
  const { values = [] } = readParts(text) ?? {};
  if (isLast || values.length === 0) return 'Otherwise';
  const names = [...new Set(values.map((one) => `“${nameValue(one, words.titles)}”`))];
  return `When ${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} there`;
}
