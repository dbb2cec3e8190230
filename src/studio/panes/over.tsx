import { Suspense } from 'react';
import type { Arranging } from '../arrange/use-arranging.ts';
import { InsertNode } from '../insert/insert-node.tsx';
import { KeysDialog } from '../keys/keys-dialog.tsx';
import { Phone } from '../later.ts';
import { screenTitleOf } from '../model/nodes.ts';
import { Palette } from '../palette/palette.tsx';
import { DeleteDialog } from '../screens/delete-dialog.tsx';
import { MoveDialog, RenameDialog } from '../screens/rename-dialog.tsx';
import { useTour } from '../tour/tour-store.ts';
import type { StudioScope } from '../use-studio.ts';

export interface OverProps {
  readonly scope: StudioScope;
  readonly arranging: Arranging;
}

/** The open dialog. */
export function Over({ scope, arranging }: OverProps) {
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
            title={`${screenTitleOf(view, screen)}, ${state.title}`}
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
      return <InsertNode {...{ scope, arranging, onClose }} isField={over === 'input'} />;
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
