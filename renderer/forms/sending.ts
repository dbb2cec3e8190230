import type { Engine } from '../runtime/ports/engine.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Result, Scope } from '../plan/expression.ts';
import { areShown, type Field, type Form } from './form-state.ts';

/** The methods of the forms that sending needs. */
interface SendingHost {
  fieldsOf(form: Form): readonly Field[];
  scopeOf(form: Form): Scope;
}

/** Tracks which run sends a form and which fields are left out. */
interface Sending {
  /**
   * The sending run waits for an overlay (-1) or continues (1). A form behind an overlay does not show that it is
   * being sent.
   */
  rest(form: Form, by: 1 | -1): void;
  /** Until the run ends, all nodes that submit the form are busy. */
  begin(form: Form, run: string | undefined): void;
  /** The sending run ended. */
  end(form: Form): void;
  /** A form is not sent while its server-chosen fields are unknown or refused. */
  isIncomplete(form: Form): boolean;
  /** Fixes the set of hidden fields, which the sending list does not read. */
  keepHidden(form: Form): void;
  /** Reads the form without hidden fields. */
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

  /** Fields that are not sent: those hidden now, unless the form keeps them. */
  function findHidden(form: Form): ReadonlySet<string> {
    if (evaluate(form.plan.props?.['hidden'] ?? 'drop', scopeOf(form)) === 'keep') return new Set();
    const hidden = fieldsOf(form).filter((field) => !field.isShown());
    return new Set(hidden.map((field) => field.name));
  }

  /** Hidden fields are absent only for the sending list, so values of maps and records are recomputed for it. */
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
      // Removes the notices of an earlier send.
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
      // After a reload the list continues with a form that was not validated in this visit.
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
