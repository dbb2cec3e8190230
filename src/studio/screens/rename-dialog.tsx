import * as v from 'valibot';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { text } from '#src/shared/operation-schemas.ts';
import { Refused } from '../api.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { documentOf, whyUnreadable } from '../model/nodes.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { StudioScope } from '../use-studio.ts';
import { faultInProblems, faultOfRoute } from './address.ts';
import { routesOf, screenPath, titleIn } from './all-screens.ts';
import { hasPlainTitle, moveScreen, renameScreen } from './change-screens.ts';
import { LIST } from '../words/list.ts';

export interface ScreenDialogProps {
  readonly scope: StudioScope;
  onClose(): void;
}

export const SCREEN_TITLE = v.pipe(v.string(), v.trim(), text(1, 80));

/** Changes the title of the open screen. */
export function RenameDialog({ scope, onClose }: ScreenDialogProps) {
  const { view, screen, desk } = scope;
  if (hasPlainTitle(view, screen)) {
    return (
      <Dialog title={`Rename “${titleIn(view, screen)}”`} onClose={onClose}>
        <RenameForm {...{ scope, onClose }} />
      </Dialog>
    );
  }
  return (
    <Dialog title={`Rename “${titleIn(view, screen)}”`} onClose={onClose}>
      <p>The title of this screen has several cases. Each is changed in the properties of the screen.</p>
      <p>
        <button
          type="button"
          onClick={() => {
            onClose();
            desk.enter(screen, { file: screenPath(screen), pointer: '' });
          }}
        >
          Open the properties
        </button>
      </p>
    </Dialog>
  );
}

const TITLED = v.object({ title: SCREEN_TITLE });

function RenameForm({ scope, onClose }: ScreenDialogProps) {
  const { workspace, view, screen } = scope;
  const before = String(valueAt(documentOf(view, screenPath(screen)), '/title'));
  const form = useStaffForm({
    schema: TITLED,
    first: { title: before },
    async send({ title }) {
      const changes = renameScreen(workspace.snapshot(), screen, title);
      const why = whyUnreadable(view, changes);
      if (why !== undefined) throw new Refused('invalid', why);
      workspace.edit({ label: `Rename “${before}” to “${title}”`, changes });
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <Field label="Title" of={form.field('title')}>
        {(control) => <input {...control} />}
      </Field>
      <p className="st-soft">Its address stays, so links to it stay as they are.</p>
      <p>
        <button type="submit">Rename</button>
      </p>
    </form>
  );
}

const ROUTED = v.object({ route: v.pipe(v.string(), v.trim(), text(1, 200)) });

/** Moves the open screen to another address; the earlier ones still open it. */
export function MoveDialog({ scope, onClose }: ScreenDialogProps) {
  const { workspace, view, screen } = scope;
  const title = titleIn(view, screen);
  const routes = routesOf(documentOf(view, screenPath(screen)));
  const form = useStaffForm({
    schema: ROUTED,
    first: { route: routes[0] ?? '/' },
    async send({ route }) {
      const changes = moveScreen(workspace.snapshot(), screen, route);
      const why = whyUnreadable(view, changes);
      if (why !== undefined) throw new Refused('invalid', why);
      const fault = faultOfRoute(view, route, screen) ?? faultInProblems(workspace.wouldFind(changes));
      if (fault !== undefined)
        throw new Refused('invalid', `The address ${fault}`, [], undefined, { route: fault });
      workspace.edit({ label: `Move “${title}” to ${route}`, changes });
      onClose();
    },
  });
  return (
    <Dialog title={`Address of “${title}”`} onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <Field label="Address" of={form.field('route')}>
          {(control) => <input {...control} autoCapitalize="off" spellCheck={false} />}
        </Field>
        <p className="st-soft">
          {routes.length === 0
            ? 'The screen has no address yet.'
            : `Links and bookmarks stay good: ${listOf(routes)} still ${routes.length === 1 ? 'opens' : 'open'} this screen.`}
        </p>
        <p>
          <button type="submit">Use this address</button>
        </p>
      </form>
    </Dialog>
  );
}

export function listOf(words: readonly string[]): string {
  return LIST.format(words);
}
