import { describeType } from '../properties/describe.ts';
import { Dialog } from '../panes/dialog.tsx';
import { listKinds } from './new-node.ts';
import './insert.css';

export interface InsertProps {
  readonly document: unknown;
  /** Pointer of the selection. */
  readonly pointer: string;
  /** Whether to list inputs only. */
  readonly isField: boolean;
  onChoose(type: string): void;
  onClose(): void;
}

/** Lists the widgets that can be inserted here, each with its description. */
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
