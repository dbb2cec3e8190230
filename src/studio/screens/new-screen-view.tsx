import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { text } from '#src/shared/operation-schemas.ts';
import { NEW_DRAFT } from '#src/shared/studio-address.ts';
import { Refused } from '../api.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { unsentOf } from '../forms/unsent.ts';
import { sayEditors } from '../model/access.ts';
import { whyUnreadable } from '../model/nodes.ts';
import { statesOfScreen } from '../model/version.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { Choice } from '../panes/choice.tsx';
import { PicturesContext, Picture } from '../pictures/picture.tsx';
import type { StudioScope } from '../use-studio.ts';
import { faultInProblems, faultOfRoute, idFor } from './address.ts';
import { listScreens, screenPath } from './all-screens.ts';
import { LinkFrom, placeOfLink, type WantedLink } from './link-from.tsx';
import { type Beginning, createScreen } from './new-screen.ts';
import { SCREEN_TITLE } from './rename-dialog.tsx';
import { TEMPLATES } from './templates.ts';
import { pictureOfTemplate } from './use-draft-pictures.ts';
import './screens.css';

interface RouteProps {
  readonly scope: StudioScope;
}

/** Makes a new screen: from a template or as a copy, with a title, an address, and a link to it. */
export function NewScreenView({ scope }: RouteProps) {
  return (
    <main className="st-new-screen" aria-label="New screen">
      <h1>New screen</h1>
      {scope.denied !== undefined ? (
        <p className="st-bar">You can look and comment. {sayEditors()} can make screens.</p>
      ) : (
        <PicturesContext value={scope.pictures}>
          <NewScreen scope={scope} />
        </PicturesContext>
      )}
    </main>
  );
}

/** The name of a template, or the id of a screen. */
type Chosen = { readonly template: string } | { readonly copyOf: string };

function NewScreen({ scope }: RouteProps) {
  const [link, setLink] = useState<WantedLink>();
  const form = useNewScreen(scope, link);
  const { template, copyOf } = useWatch({ control: form.control });
  return (
    <div className="st-new-columns">
      <BeginWith
        scope={scope}
        from={chosen(template, copyOf)}
        onChoose={(from) => {
          form.setValue('template', 'template' in from ? from.template : '');
          form.setValue('copyOf', 'copyOf' in from ? from.copyOf : '');
        }}
      />
      <Details {...{ scope, form, link, setLink }} />
    </div>
  );
}

/** @param template - Empty for a copy. */
function chosen(template = '', copyOf = ''): Chosen {
  return template === '' ? { copyOf } : { template };
}

interface BeginWithProps extends RouteProps {
  readonly from: Chosen;
  onChoose(from: Chosen): void;
}

function BeginWith({ scope, from, onChoose }: BeginWithProps) {
  const copyOf = 'copyOf' in from ? from.copyOf : undefined;
  const [lastCopied, setLastCopied] = useState(copyOf ?? scope.screen);
  return (
    <fieldset className="st-begin-with">
      <legend>Begin with</legend>
      <div className="st-templates">
        {TEMPLATES.map(({ name, title, about }) => (
          <label key={name} className="st-template">
            <Picture pictured={{ screen: pictureOfTemplate(name) }} />
            <span>
              <input
                type="radio"
                name="template"
                checked={'template' in from && from.template === name}
                onChange={() => onChoose({ template: name })}
              />{' '}
              <strong>{title}</strong>
            </span>
            <span className="st-soft">{about}</span>
          </label>
        ))}
        <label className="st-template">
          <Picture key={lastCopied} pictured={{ screen: lastCopied }} />
          <span>
            <input
              type="radio"
              name="template"
              checked={copyOf !== undefined}
              onChange={() => onChoose({ copyOf: lastCopied })}
            />{' '}
            <strong>A copy</strong>
          </span>
          <span className="st-soft">A screen that you have already.</span>
        </label>
      </div>
      {copyOf === undefined ? null : (
        <Choice
          label="A copy of"
          value={copyOf}
          options={optionsOf(scope)}
          onChoose={(screen) => {
            setLastCopied(screen);
            onChoose({ copyOf: screen });
          }}
        />
      )}
    </fieldset>
  );
}

/** The screens of the draft for a list; equal titles are told apart by their ids. */
function optionsOf({ view }: StudioScope): readonly (readonly [value: string, text: string])[] {
  return listScreens(view).map(({ id, title }) => [id, `${title} (${id})`]);
}

const NEW = v.object({
  title: SCREEN_TITLE,
  route: v.pipe(v.string(), v.trim(), text(1, 200)),
  template: v.string(),
  copyOf: v.string(),
});

function useNewScreen(scope: StudioScope, link: WantedLink | undefined) {
  const { workspace, view, fixtures } = scope;
  return useStaffForm({
    schema: NEW,
    first: { title: '', route: '/', template: TEMPLATES[0]?.name ?? '', copyOf: '' },
    unsent: unsentOf('New screen', scope.saved.draft?.id ?? NEW_DRAFT),
    async send({ title, route, template, copyOf }) {
      const fault = faultOfRoute(view, route);
      if (fault !== undefined) throw refusedRoute(fault);
      const place = link && placeOfLink(view, link);
      const created = createScreen(view, fixtures, {
        ...{ title, route, from: beginningOf(scope, chosen(template, copyOf)) },
        link: link && place && { screen: link.screen, look: link.look, place },
      });
      const why = whyUnreadable(view, created.changes);
      if (why !== undefined) throw new Refused('invalid', why);
      const found = workspace.wouldFind(created.changes).filter(({ severity }) => severity === 'error');
      const taken = faultInProblems(found);
      if (taken !== undefined) throw refusedRoute(taken);
      if (found.length > 0) throw new Refused('problems', sayErrors(found, screenPath(created.screen)));
      workspace.edit({ label: `New screen “${title}”`, changes: created.changes });
      scope.go({ view: 'screens', screen: created.screen, state: created.state });
      scope.desk.enter(created.screen, { file: screenPath(created.screen), pointer: '' });
    },
  });
}

interface DetailsProps extends RouteProps {
  readonly form: ReturnType<typeof useNewScreen>;
  readonly link: WantedLink | undefined;
  setLink(link: WantedLink | undefined): void;
}

function Details({ scope, form, link, setLink }: DetailsProps) {
  const { view } = scope;
  const proposed = useRef(proposedFor(view, form.getValues('title')));
  const title = form.field('title');
  const route = form.field('route');
  const propose = (called: string): void => {
    // An address that the person has written stays.
    if (form.getValues('route') !== proposed.current) return;
    proposed.current = proposedFor(view, called);
    form.setValue('route', proposed.current);
  };
  return (
    <form noValidate className="st-new-details" onSubmit={(event) => void form.submit(event)}>
      <Field
        label="Title"
        of={{
          ...title,
          async onChange(event: { readonly target: { readonly value: string } }) {
            propose(event.target.value);
            await title.onChange(event);
          },
        }}
      >
        {(control) => <input {...control} />}
      </Field>
      <Field label="Address" of={route}>
        {(control) => <input {...control} autoCapitalize="off" spellCheck={false} />}
      </Field>
      <LinkFrom {...{ view, link }} screens={optionsOf(scope)} onChange={setLink} />
      {form.refused === undefined ? null : (
        <p role="alert" className="st-bar">
          {form.refused.message}
        </p>
      )}
      <p>
        <button type="submit" className="st-primary" disabled={form.isSending}>
          Make the screen
        </button>
      </p>
    </form>
  );
}

/** The address that is proposed for a title. */
function proposedFor(view: WorkspaceView, title: string): string {
  return title.trim() === '' ? '/' : `/${idFor(view, title)}`;
}

function beginningOf({ version, fixtures }: StudioScope, from: Chosen): Beginning {
  if ('copyOf' in from) {
    const states = version ? statesOfScreen(version, fixtures, from.copyOf) : [];
    return { copyOf: from.copyOf, state: states.find(({ name }) => name === 'content') ?? states[0] };
  }
  const template = TEMPLATES.find(({ name }) => name === from.template);
  if (template === undefined) throw new Error(`There is no template ${from.template}.`);
  return { template };
}

function refusedRoute(fault: string): Refused {
  return new Refused('invalid', `The address ${fault}`, [], undefined, { route: fault });
}

/** @param path - Of the new screen; errors of another document are those of the link. */
function sayErrors(
  found: readonly { readonly file: string; readonly message: string }[],
  path: string,
): string {
  const [first] = found;
  return first?.file === path
    ? `The screen would have an error: ${first.message}`
    : `The link would have an error, so make the screen without it: ${first?.message}`;
}
