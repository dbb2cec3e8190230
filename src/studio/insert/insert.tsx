import { describeType } from '../properties/describe.ts';
import { Dialog } from '../panes/dialog.tsx';
import { listKinds } from './new-node.ts';
import './insert.css';

export interface InsertProps {
  readonly document: unknown;
  /** What is selected of it. */
  readonly pointer: string;
  /** Whether only what is filled in is wanted. */
  readonly isField: boolean;
  onChoose(type: string): void;
  onClose(): void;
}

/** What may be put here, each with what it is for. */
export function Insert({ document, pointer, isField, onChoose, onClose }: InsertProps) {
  const kinds = listKinds(document, pointer).filter(({ isInput }) => isInput || !isField);
  const groups = [
    ['Shown', kinds.filter(({ isInput }) => !isInput)],
    ['Filled in', kinds.filter(({ isInput }) => isInput)],
  ] as const;
  return (
    <Dialog title={isField ? 'Add a field' : 'Add'} onClose={onClose}>
      {groups.map(([title, own]) =>
        own.length === 0 ? null : (
          <section key={title}>
            <h3>{title}</h3>
            <ul className="st-kinds">
              {own.map(({ type }) => {
                const { title: called, help } = describeType('widgets', type);
                return (
                  <li key={type}>
                    <button type="button" onClick={() => onChoose(type)}>
                      <strong>{called}</strong> <span className="st-soft">{help}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        ),
      )}
    </Dialog>
  );
}
