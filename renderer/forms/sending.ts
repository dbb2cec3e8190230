import type { Engine } from '../live/ports.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Result, Scope } from '../plan/expression.ts';
import { areShown, type Field, type Form } from './form-state.ts';

/** What sending asks of whoever has the forms. */
interface SendingHost {
  fieldsOf(form: Form): readonly Field[];
  scopeOf(form: Form): Scope;
}

/** Which run sends a form, and what it sends of it. */
interface Sending {
  /** The run that sends it waits for an overlay (-1), or goes on (1): behind an overlay a form does not say that it is being sent. */
  rest(form: Form, by: 1 | -1): void;
  /** From here to the end of the run whatever sends the form says that it is being sent. */
  begin(form: Form, run: string | undefined): void;
  /** The run that sends it is over. */
  end(form: Form): void;
  /** A form is not sent while nobody knows which fields it has, and never without those that were refused. */
  isIncomplete(form: Form): boolean;
  /** What is hidden now is what the list that sends it does without. */
  keepHidden(form: Form): void;
  /** Reads the form as the list that sends it does. */
  read(form: Form, read: () => Result): Result;
}

export function createSending(engine: Engine, { fieldsOf, scopeOf }: SendingHost): Sending {
  function countBusy(form: Form, by: 1 | -1): void {
    engine.store.change((draft) => {
      const count = (draft.busy[form.id] ?? 0) + by;
      if (count > 0) draft.busy[form.id] = count;
      else delete draft.busy[form.id];
    });
  }

  /** What is not sent: values of fields that are hidden now, unless the form keeps them. */
  function findHidden(form: Form): ReadonlySet<string> {
    if (evaluate(form.plan.props?.['hidden'] ?? 'drop', scopeOf(form)) === 'keep') return new Set();
    const hidden = fieldsOf(form).filter((field) => !field.isShown());
    return new Set(hidden.map((field) => field.name));
  }

  /** Nobody but the list that sends it misses what is hidden: maps and records are made for it alone. */
  function drop(form: Form, names: ReadonlySet<string>): void {
    form.dropped = names;
    for (const map of form.maps.values()) map.values = undefined;
    for (const name of form.hidden ?? []) form.nests?.forget(name);
  }

  return {
    rest: countBusy,
    begin(form, run) {
      if (form.sentBy === run) return;
      form.sentBy = run;
      // What an earlier send said of itself is over, whoever began it.
      if (form.sentLast !== undefined) engine.notices.endRun(form.sentLast);
      form.sentLast = run;
      countBusy(form, 1);
    },
    end(form) {
      form.sentBy = undefined;
      form.library.endSending();
      countBusy(form, -1);
    },
    isIncomplete(form) {
      const scope = scopeOf(form);
      return [...form.maps.values()].some(
        (map) => map.state !== 'complete' && areShown(map.shownWhen, scope),
      );
    },
    keepHidden(form) {
      form.hidden = findHidden(form);
    },
    read(form, read) {
      // A list that goes on after a reload sends a form that nobody has checked in this visit.
      form.hidden ??= findHidden(form);
      if (form.hidden.size === 0) return read();
      drop(form, form.hidden);
      try {
        return read();
      } finally {
        drop(form, NOTHING);
      }
    },
  };
}

const NOTHING: ReadonlySet<string> = new Set();
