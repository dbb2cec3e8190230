import { useMemo, useState } from 'react';
import { isJson } from '#renderer/grammar/json.ts';
import { documentOf, whyUnreadable } from '../model/nodes.ts';
import { Choice } from '../panes/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { wordsOf } from '../properties/describe.ts';
import { listScreens, routesOf, screenPath, titleIn } from './all-screens.ts';
import { deleteScreen, removeTranslations } from './change-screens.ts';
import { type Lead, leadsTo } from './leads.ts';
import { listOf, type ScreenDialogProps } from './rename-dialog.tsx';

/** Deletes the open screen: says what leads to it, and which screen opens instead. */
export function DeleteDialog({ scope, onClose }: ScreenDialogProps) {
  const { workspace, view, screen } = scope;
  const [instead, setInstead] = useState('');
  const title = titleIn(view, screen);
  const leads = useMemo(() => leadsTo(view, screen), [view, screen]);
  const others = listScreens(view).filter(({ id }) => id !== screen);
  const routes = routesOf(documentOf(view, screenPath(screen)));
  const isOpen = leads.length > 0 && instead === '';
  const { changes, faults } = useMemo(() => {
    const made = deleteScreen(view, screen, instead === '' ? undefined : instead);
    const found = isOpen ? [] : workspace.wouldFind(made).filter(({ severity }) => severity === 'error');
    return { changes: made, faults: found };
  }, [workspace, view, screen, instead, isOpen]);
  const why = whyUnreadable(view, changes);
  return (
    <Dialog title={`Delete “${title}”`} onClose={onClose}>
      <Leads
        {...{ leads }}
        onShow={(lead) => {
          onClose();
          scope.show(lead);
        }}
      />
      <Choice
        label="Opens instead"
        value={instead}
        options={[
          ['', leads.length > 0 ? 'Choose a screen' : 'No other screen'],
          ...others.map(({ id, title: called }) => [id, called === id ? id : `${called} (${id})`] as const),
        ]}
        onChoose={setInstead}
      />
      {isOpen ? null : (
        <p className="st-soft">
          {sayAddresses(routes, instead === '' ? undefined : titleIn(view, instead))}{' '}
          {instead === '' ? '' : sayNeeded(documentOf(view, screenPath(instead)))}
        </p>
      )}
      {why === undefined ? null : (
        <p role="alert" className="st-bar">
          {why}
        </p>
      )}
      {faults.length === 0 ? null : (
        <div role="alert" className="st-bar">
          <p>This would leave an error, so the screen cannot be deleted yet:</p>
          <ul>
            {faults.map(({ file, pointer, message }) => (
              <li key={`${file}${pointer}${message}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <p>
        <button
          type="button"
          disabled={isOpen || faults.length > 0 || why !== undefined}
          onClick={() => {
            onClose();
            workspace.edit({
              label: `Delete “${title}”`,
              changes: { ...changes, ...removeTranslations(view, changes) },
            });
            scope.openScreen(instead === '' ? (others[0]?.id ?? '') : instead);
          }}
        >
          Delete
        </button>{' '}
        {isOpen ? <span className="st-soft">Choose first where these places lead instead.</span> : null}
      </p>
    </Dialog>
  );
}

interface LeadsProps {
  readonly leads: readonly Lead[];
  onShow(lead: Lead): void;
}

function Leads({ leads, onShow }: LeadsProps) {
  if (leads.length === 0) return <p>No other screen leads here.</p>;
  return (
    <>
      <p>{leads.length === 1 ? 'One place leads here:' : `${leads.length} places lead here:`}</p>
      <ul aria-label="Places that lead here">
        {leads.map((lead) => (
          <li key={`${lead.file}${lead.pointer}`}>
            <button type="button" className="st-link" onClick={() => onShow(lead)}>
              {lead.words}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the address of a screen must have: without it nothing opens there. */
function sayNeeded(document: unknown): string {
  const params = isJson(document) && isJson(document['params']) ? Object.entries(document['params']) : [];
  const needed = params.flatMap(([name, of]) =>
    isJson(of) && of['required'] === true ? [wordsOf(name).toLowerCase()] : [],
  );
  return needed.length === 0 ? '' : `It opens only at an address with ${listOf(needed)}.`;
}

/** What happens at the addresses of a deleted screen. */
function sayAddresses(routes: readonly string[], instead: string | undefined): string {
  if (routes.length === 0) return 'It has no address.';
  return instead === undefined
    ? `Borrowers who open ${listOf(routes)} then see that there is no such page.`
    : `${listOf(routes)} then ${routes.length === 1 ? 'opens' : 'open'} “${instead}”, so bookmarks stay good.`;
}
