import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { nodeCommandOf } from '../arrange/node-commands.ts';
import { useKeys } from '../keys/use-keys.ts';
import { addAction, removeAction, removeCase } from '../model/action-edits.ts';
import { insertItem, moveItem, repeatItem, setAt } from '../model/edits.ts';
import { useConditionsAround } from '../conditions/around.tsx';
import { RowForm } from '../conditions/row-form.tsx';
import { saySentence } from '../conditions/say.ts';
import { AddStep } from './add-step.tsx';
import { type Editing, isSoundEdit, problemsOfStep } from './editing.ts';
import { FailureReason } from './failure-reason.tsx';
import { canHandleFailure, conditionOf, marksOf, type Place, placeAfter, sayStep } from './kinds.ts';
import { StepCondition } from './step-condition.tsx';
import { StepForm } from './step-form.tsx';
import { StepProblems } from './step-problems.tsx';

export interface StepListProps {
  readonly editing: Editing;
  /** Pointer of the list. */
  readonly list: string;
  readonly actions: unknown;
  /** What the list is called, for screen readers. */
  readonly title: string;
  readonly place: Place;
}

/** A list of steps: each can be opened, moved, duplicated and removed; others can be added. */
export function StepList({ editing, list, actions, title, place }: StepListProps) {
  const [isAdding, setAdding] = useState(false);
  const { around, change, setOpen, focus } = editing;
  const steps: readonly unknown[] = Array.isArray(actions) ? actions : [];
  const atEnd = { ...place, begun: placeAfter(steps, place.begun) };
  return (
    <>
      {steps.length === 0 ? null : (
        <ol className="st-step-list" aria-label={title}>
          {steps.map((action, at) =>
            isJson(action) ? (
              // The index is the key, because a step changes while it is edited.
              <Step
                key={at}
                {...{ editing, action, list, at }}
                count={steps.length}
                place={{ ...place, begun: placeAfter(steps.slice(0, at), place.begun) }}
              />
            ) : null,
          )}
        </ol>
      )}
      <button
        type="button"
        data-add={list}
        aria-label={`Add a step to ${title}`}
        onClick={() => setAdding(true)}
      >
        {steps.length === 0 ? 'Add a step' : '+ Step'}
      </button>
      {isAdding ? (
        <AddStep
          around={around}
          place={atEnd}
          onClose={() => setAdding(false)}
          onChoose={(action) => {
            setAdding(false);
            const pointer = joinPointer(list, steps.length);
            setOpen(pointer);
            focus(pointer, 'field');
            change(`New step of ${title}`, (source) => addAction(source, list, steps.length, action));
          }}
        />
      ) : null}
    </>
  );
}

interface StepProps {
  readonly editing: Editing;
  readonly action: Json;
  readonly list: string;
  readonly at: number;
  readonly count: number;
  readonly place: Place;
}

function Step({ editing, action, list, at, count, place }: StepProps) {
  const keys = useKeys();
  const { around, open, setOpen } = editing;
  const { money } = useConditionsAround();
  const pointer = joinPointer(list, at);
  const isOpen = open === pointer;
  const called = `step ${at + 1}`;
  const commands = useStepCommands({ editing, list, at, count });
  const hear = (event: KeyboardEvent): void => {
    const command = nodeCommandOf(event.nativeEvent, keys);
    if (command === undefined || command === 'enter') return;
    event.preventDefault();
    event.stopPropagation();
    commands[command]();
  };
  return (
    <li className={isOpen ? 'st-step st-step-open' : 'st-step'}>
      <div className="st-step-head">
        <button
          type="button"
          className="st-step-name"
          data-step={pointer}
          aria-expanded={isOpen}
          onClick={() => setOpen(isOpen ? undefined : pointer)}
          onKeyDown={hear}
        >
          <span className="st-step-nth">{at + 1}</span> {sayStep(action, around)}
        </button>
        {marksOf(action, around).map((mark) => (
          <span key={mark} className="st-mark">
            {mark}
          </span>
        ))}
      </div>
      <StepProblems problems={problemsOfStep(editing, pointer)} />
      {isOpen ? (
        <div className="st-step-fields" data-fields={pointer}>
          <div className="st-row" role="group" aria-label={`Order of ${called}`}>
            <button type="button" aria-label={`Move ${called} up`} disabled={at === 0} onClick={commands.up}>
              ↑
            </button>
            <button
              type="button"
              aria-label={`Move ${called} down`}
              disabled={at === count - 1}
              onClick={commands.down}
            >
              ↓
            </button>
            <button type="button" aria-label={`Duplicate ${called}`} onClick={commands.repeat}>
              Duplicate
            </button>
            <button type="button" aria-label={`Remove ${called}`} onClick={commands.remove}>
              Remove
            </button>
          </div>
          <StepForm {...{ editing, pointer, action }} begun={place.begun} />
          <StepCondition {...{ editing, pointer, called }} when={action['when']} without="Always runs." />
        </div>
      ) : typeof action['when'] === 'string' ? (
        <p className="st-step-condition">
          If {saySentence(action['when'], { titles: editing.titles, money })}
        </p>
      ) : null}
      {action['do'] === 'choose' ? <Cases {...{ editing, pointer, action, place }} /> : null}
      <Failures {...{ editing, pointer, action, place, isOpen }} />
    </li>
  );
}

function useStepCommands({ editing, list, at, count }: Pick<StepProps, 'editing' | 'list' | 'at' | 'count'>) {
  const { change, focus, open, setOpen, say } = editing;
  const pointer = joinPointer(list, at);
  /** Opens the step at its new place, if it was open. */
  const follow = (to: number): void => {
    const next = joinPointer(list, to);
    if (open === pointer) setOpen(next);
    focus(next, 'name');
  };
  const move = (by: 1 | -1): void => {
    const to = at + by;
    if (to < 0 || to >= count) return;
    follow(to);
    say(`Step ${at + 1} is now step ${to + 1} of ${count}.`);
    change('Move a step', (source) => moveItem(source, pointer, by));
  };
  return {
    up: () => move(-1),
    down: () => move(1),
    repeat(): void {
      follow(at + 1);
      say(`Step ${at + 2} is a copy of step ${at + 1}.`);
      change('Duplicate a step', (source) => repeatItem(source, pointer));
    },
    remove(): void {
      setOpen(undefined);
      if (count === 1) focus(list, 'add');
      else focus(joinPointer(list, Math.min(at, count - 2)), 'name');
      say(`Step ${at + 1} is removed.`);
      change('Remove a step', (source) => removeAction(source, pointer));
    },
  };
}

interface BranchesProps {
  readonly editing: Editing;
  /** Of the step. */
  readonly pointer: string;
  readonly action: Json;
  readonly place: Place;
}

/** The cases of a choice. */
function Cases({ editing, pointer, action, place }: BranchesProps) {
  const [isAdding, setAdding] = useState(false);
  const { view, file, titles, change } = editing;
  const list = `${pointer}/cases`;
  const cases: readonly unknown[] = Array.isArray(action['cases']) ? action['cases'] : [];
  // What always holds is the last case.
  const otherwise = cases.findIndex((one) => isJson(one) && one['when'] === undefined);
  const next = otherwise < 0 ? cases.length : otherwise;
  const add = (when: string) => (source: Parameters<typeof insertItem>[0]) =>
    insertItem(source, list, next, { when, run: [] });
  return (
    <div className="st-step-cases" role="group" aria-label="Cases">
      {cases.map((one, at) =>
        isJson(one) ? (
          <Branch
            key={at}
            {...{ editing, list, at, place }}
            branch={one}
            count={cases.length}
            called={`case ${at + 1}`}
            head={
              <StepCondition
                editing={editing}
                pointer={joinPointer(list, at)}
                called={`case ${at + 1}`}
                when={one['when']}
                without={cases.length === 1 ? 'In each case' : 'Otherwise'}
              />
            }
          />
        ) : null,
      )}
      {isAdding ? (
        <RowForm
          legend="A case: if"
          files={view.files}
          {...{ file, pointer, titles }}
          whole={(when) => when}
          isSound={(when) => isSoundEdit(editing, add(when))}
          onWrite={(when) => {
            setAdding(false);
            change('New case', add(when));
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <button type="button" onClick={() => setAdding(true)}>
          Add a case
        </button>
      )}
    </div>
  );
}

/** What happens if a step fails. */
function Failures({ editing, pointer, action, place, isOpen }: BranchesProps & { readonly isOpen: boolean }) {
  const { change } = editing;
  const list = `${pointer}/catch`;
  const cases: readonly unknown[] = Array.isArray(action['catch']) ? action['catch'] : [];
  if (cases.length === 0 && (!isOpen || !canHandleFailure(action, place))) return null;
  const service = editing.around.services.find(({ value }) => value === action['endpoint']);
  const refused = { when: conditionOf('business'), run: [] };
  return (
    <div className="st-step-cases" role="group" aria-label="If it fails">
      {cases.map((one, at) =>
        isJson(one) ? (
          <Branch
            key={at}
            {...{ editing, list, at }}
            place={{ begun: placeAfter([action], place.begun), handlesFailure: true }}
            branch={one}
            count={cases.length}
            called={`failure ${at + 1}`}
            head={
              <FailureReason
                editing={editing}
                pointer={joinPointer(list, at)}
                when={one['when']}
                statuses={service?.statuses ?? []}
              />
            }
          />
        ) : null,
      )}
      {isOpen && cases.length === 0 ? (
        <p className="st-soft">If it fails, the app shows its usual notice.</p>
      ) : null}
      {isOpen && canHandleFailure(action, place) ? (
        <button
          type="button"
          onClick={() =>
            change('What happens if it fails', (source) =>
              cases.length === 0
                ? setAt(source, list, [service?.hasLostText === true ? refused : { run: [] }])
                : // The case for any other failure stays the last one.
                  insertItem(source, list, 0, refused),
            )
          }
        >
          {cases.length === 0 ? 'If it fails…' : 'Another failure…'}
        </button>
      ) : null}
    </div>
  );
}

interface BranchProps {
  readonly editing: Editing;
  readonly list: string;
  readonly at: number;
  readonly count: number;
  readonly branch: Json;
  readonly called: string;
  readonly head: ReactNode;
  readonly place: Place;
}

/** One case with its steps. */
function Branch({ editing, list, at, count, branch, called, head, place }: BranchProps) {
  const { change } = editing;
  const pointer = joinPointer(list, at);
  return (
    <section className="st-step-case" aria-label={called}>
      <div className="st-step-head">
        {head}
        <span className="st-step-tools">
          {count === 1 ? null : (
            <>
              <button
                type="button"
                aria-label={`Move ${called} up`}
                disabled={at === 0}
                onClick={() => change('Move a case', (source) => moveItem(source, pointer, -1))}
              >
                ↑
              </button>
              <button
                type="button"
                aria-label={`Move ${called} down`}
                disabled={at === count - 1}
                onClick={() => change('Move a case', (source) => moveItem(source, pointer, 1))}
              >
                ↓
              </button>
            </>
          )}
          {count === 1 && list.endsWith('/cases') ? null : (
            <button
              type="button"
              aria-label={`Remove ${called}`}
              onClick={() => change('Remove a case', (source) => removeCase(source, pointer))}
            >
              ✕
            </button>
          )}
        </span>
      </div>
      <StepList {...{ editing, place }} list={`${pointer}/run`} actions={branch['run']} title={called} />
    </section>
  );
}
