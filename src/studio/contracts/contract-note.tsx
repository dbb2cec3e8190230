import type { Plan } from '#renderer/plan/plan.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { titleOf } from '../review/words.ts';
import { ContractCallers, ContractReaders } from './contract-readers.tsx';
import { CONTRACTS, memberAt } from './readers.ts';

export interface ContractNoteProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  /** Path of the open document. */
  readonly file: string;
  readonly selection: Selection | undefined;
}

const NO_PLANS: ReadonlyMap<string, Plan> = new Map();

/** Shows who may change an open contract, and what reads the selected member. */
export function ContractNote({ workspace, view, file, selection }: ContractNoteProps) {
  if (!file.startsWith(CONTRACTS)) return null;
  const name = titleOf(file).replace(/^Contract /, '');
  const member = selection === undefined ? undefined : memberAt(selection.pointer);
  return (
    <section className="st-part-note" aria-label="Contract">
      <p>
        <strong>{name}</strong>, a contract of the loan service.{' '}
        {workspace.isLocked(file)
          ? 'Publishers change contracts. You can read it.'
          : 'A change concerns every screen that makes this call.'}
      </p>
      <ContractCallers plans={view.good?.plans ?? NO_PLANS} contract={file} />
      {member === undefined ? (
        <p className="st-soft">Select a member in the JSON to see what reads it.</p>
      ) : (
        <ContractReaders find={workspace.wouldFind} files={view.goodFiles} contract={file} member={member} />
      )}
    </section>
  );
}
