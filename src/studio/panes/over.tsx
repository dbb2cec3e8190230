import { Suspense, useMemo } from 'react';
import { placeFor, writeNode } from '../insert/new-node.ts';
import { listParts, writePart } from '../insert/new-part.ts';
import { Insert } from '../insert/insert.tsx';
import { KeysDialog } from '../keys/keys-dialog.tsx';
import { Phone } from '../later.ts';
import { insertItem } from '../model/edits.ts';
import { documentOf } from '../model/nodes.ts';
import { assetsOf } from '../model/version.ts';
import { Palette } from '../palette/palette.tsx';
import { DeleteDialog } from '../screens/delete-dialog.tsx';
import { MoveDialog, RenameDialog } from '../screens/rename-dialog.tsx';
import { useTour } from '../tour/tour-store.ts';
import type { StudioScope } from '../use-studio.ts';

/** The open dialog. */
export function Over({ scope }: { readonly scope: StudioScope }) {
  const { open, view, screen, state, ask, account, saved, autosave, setOver, desk } = scope;
  const { over } = open;
  const tour = useTour();
  const onClose = (): void => setOver(undefined);
  switch (over) {
    case 'palette':
      return (
        <Palette
          {...{ view, onClose }}
          onGo={(entry) => {
            scope.openScreen(entry.screen);
            if (entry.selection !== undefined) desk.enter(entry.screen, entry.selection);
            onClose();
          }}
        />
      );
    case 'phone':
      return state === undefined ? null : (
        <Suspense>
          <Phone
            {...{ ask, account, onClose }}
            draft={saved.draft}
            state={`${screen}/${state.name}`}
            title={`${screen}, ${state.title}`}
            {...{ settle: autosave.settle, begin: autosave.begin }}
          />
        </Suspense>
      );
    case 'keys':
      return (
        <KeysDialog
          {...{ onClose }}
          onTour={
            scope.denied === undefined
              ? () => {
                  onClose();
                  tour.go(0);
                }
              : undefined
          }
        />
      );
    case 'insert':
    case 'input':
      return <InsertNode scope={scope} isField={over === 'input'} onClose={onClose} />;
    case 'rename':
      return <RenameDialog {...{ scope, onClose }} />;
    case 'move':
      return <MoveDialog {...{ scope, onClose }} />;
    case 'delete':
      return <DeleteDialog {...{ scope, onClose }} />;
    // The pane that adds fields renders this dialog.
    case 'field':
    case undefined:
      return null;
  }
}

interface InsertNodeProps {
  readonly scope: StudioScope;
  readonly isField: boolean;
  onClose(): void;
}

function InsertNode({ scope, isField, onClose }: InsertNodeProps) {
  const { view, file, selection, base, change } = scope;
  const document = documentOf(view, file);
  const pointer = selection?.pointer ?? '/body';
  const parts = useMemo(
    // A part with fields is offered among the fields too.
    () =>
      listParts(view.files, file, document, pointer).filter(
        (part) => !isField || part.document['form'] !== undefined,
      ),
    [view, file, document, pointer, isField],
  );
  return (
    <Insert
      {...{ document, pointer, isField, parts, onClose }}
      onChoosePart={(part) => {
        onClose();
        const { list, at } = placeFor(document, pointer);
        const node = writePart(part, view.files, file, document);
        change(`Add ${part.id}`, (source) => insertItem(source, list, at, node), { file, pointer: list });
      }}
      onChoose={(type) => {
        onClose();
        const { list, at } = placeFor(document, pointer);
        const node = writeNode(type, document, Object.keys(assetsOf(base.files))[0] ?? '');
        change(`Add ${type}`, (source) => insertItem(source, list, at, node), { file, pointer: list });
      }}
    />
  );
}
