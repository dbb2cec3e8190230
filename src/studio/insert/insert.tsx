import { describeType, wordsOf } from '../properties/describe.ts';
import { Dialog } from '../ui/dialog.tsx';
import { listKinds } from './new-node.ts';
import type { InsertablePart } from './new-part.ts';
import './insert.css';

export interface InsertProps {
  readonly document: unknown;
  /** Pointer of the selection. */
  readonly pointer: string;
  /** Whether to list inputs only. */
  readonly isField: boolean;
  readonly parts: readonly InsertablePart[];
  onChoose(type: string): void;
  onChoosePart(part: InsertablePart): void;
  onClose(): void;
}

/** Lists the widgets and parts that can be inserted here, each with its description. */
export function Insert({ document, pointer, isField, parts, onChoose, onChoosePart, onClose }: InsertProps) {
  const kinds = listKinds(document, pointer).filter(({ isInput }) => isInput || !isField);
  const groups = [
    ['Shown', kinds.filter(({ isInput }) => !isInput)],
    ['Filled in', kinds.filter(({ isInput }) => isInput)],
  ] as const;
  return (
    <Dialog title={isField ? 'Add a field' : 'Add'} onClose={onClose}>
      {groups.map(([title, own]) => (
        <Group
          key={title}
          {...{ title }}
          kinds={own.map(({ type }) => ({
            ...describeType('widgets', type),
            key: type,
            choose: () => onChoose(type),
          }))}
        />
      ))}
      <Group
        title="Parts"
        kinds={parts.map((part) => ({
          ...{ key: part.id, title: wordsOf(part.id), help: part.help },
          choose: () => onChoosePart(part),
        }))}
      />
    </Dialog>
  );
}

interface GroupProps {
  readonly title: string;
  readonly kinds: readonly {
    readonly key: string;
    readonly title: string;
    readonly help: string;
    choose(): void;
  }[];
}

function Group({ title, kinds }: GroupProps) {
  return kinds.length === 0 ? null : (
    <section>
      <h3>{title}</h3>
      <ul className="st-kinds">
        {kinds.map(({ key, title: called, help, choose }) => (
          <li key={key}>
            <button type="button" onClick={choose}>
              <strong>{called}</strong> <span className="st-soft">{help}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
