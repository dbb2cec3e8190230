import type { Json } from '#renderer/grammar/json.ts';
import { Dialog } from '../ui/dialog.tsx';
import { kindsAt, type Place } from './kinds.ts';
import type { Surroundings } from './surroundings.ts';
import '../insert/insert.css';

export interface AddStepProps {
  readonly around: Surroundings;
  readonly place: Place;
  onChoose(action: Json): void;
  onClose(): void;
}

/** Lists the steps that can be added to a list, each with what it does. */
export function AddStep({ around, place, onChoose, onClose }: AddStepProps) {
  const kinds = kindsAt(around, place);
  const groups = [...new Set(kinds.map(({ group }) => group))];
  return (
    <Dialog title="Add a step" onClose={onClose}>
      {place.begun === 'page' ? (
        <p className="st-soft">
          No person starts these steps, or they come after a pause: they cannot send a form, copy, or call a
          service that changes something.
        </p>
      ) : null}
      {groups.map((group) => (
        <section key={group} className="st-step-kinds">
          <h3>{group}</h3>
          <ul className="st-kinds">
            {kinds
              .filter((one) => one.group === group)
              .map(({ name, title, help, action }) => (
                <li key={name}>
                  <button type="button" onClick={() => onChoose(action)}>
                    <strong>{title}</strong> <span className="st-soft">{help}</span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}
