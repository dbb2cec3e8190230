import type { WorkspaceView } from '../model/workspace.ts';
import { documentOf } from '../model/nodes.ts';
import { Choice } from '../panes/choice.tsx';
import { screenPath } from './all-screens.ts';
import { type LinkLook, type Place, placesIn } from './places.ts';

/** The link to a new screen that a person has chosen. */
export interface WantedLink {
  readonly screen: string;
  readonly look: LinkLook;
  /** Of the places of the screen. */
  readonly at: number;
}

export function placeOfLink(view: WorkspaceView, { screen, look, at }: WantedLink): Place | undefined {
  const file = screenPath(screen);
  const places = placesIn(file, documentOf(view, file), look);
  return places[at] ?? places[0];
}

export interface LinkFromProps {
  readonly view: WorkspaceView;
  readonly screens: readonly (readonly [value: string, text: string])[];
  readonly link: WantedLink | undefined;
  onChange(link: WantedLink | undefined): void;
}

/** Chooses the screen that links to a new one, what the link looks like, and where it is. */
export function LinkFrom({ view, screens, link, onChange }: LinkFromProps) {
  const file = screenPath(link?.screen ?? '');
  const places = link === undefined ? [] : placesIn(file, documentOf(view, file), link.look);
  return (
    <fieldset className="st-link-from">
      <legend>Link it from</legend>
      <Choice
        label="Screen"
        value={link?.screen ?? ''}
        options={[['', 'No screen yet'], ...screens]}
        onChoose={(screen) =>
          onChange(screen === '' ? undefined : { screen, look: link?.look ?? 'row', at: 0 })
        }
      />
      {link === undefined ? null : (
        <>
          <Choice
            label="As"
            value={link.look}
            options={[
              ['row', 'A row'],
              ['button', 'A button'],
            ]}
            onChoose={(look) => onChange({ ...link, look: look === 'button' ? 'button' : 'row', at: 0 })}
          />
          <Choice
            label="Place"
            value={String(link.at)}
            options={places.map(({ words }, at) => [String(at), words] as const)}
            onChoose={(at) => onChange({ ...link, at: Number(at) })}
          />
        </>
      )}
    </fieldset>
  );
}
