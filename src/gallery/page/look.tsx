import { useSearchParams } from 'wouter';
import type { Look } from './frame-api.ts';
import { useGallery } from './use-contents.ts';

export interface ChosenLook extends Look {
  /** Of the frame, in CSS pixels. */
  readonly width: number;
}

const WIDTHS = [320, 375, 768];
const WIDTH = 375;
/** Parameters of the address that apply to every page. */
const LOOKS = ['theme', 'text', 'width', 'lang'];

/** The part of the address that links keep: how everything looks. */
export function useLookQuery(): string {
  const [query] = useSearchParams();
  const kept = [...query].filter(([name]) => LOOKS.includes(name));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}

export function useLook(): ChosenLook {
  const [query] = useSearchParams();
  const { languages } = useGallery().contents;
  const theme = query.get('theme');
  const language = query.get('lang') ?? languages.default;
  const width = Number(query.get('width'));
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    textScale: query.get('text') === '200' ? 2 : 1,
    width: WIDTHS.includes(width) ? width : WIDTH,
    language: languages.list.includes(language) ? language : languages.default,
  };
}

/** Theme, text size, width and language of the frame; they are in the address. */
export function LookBar() {
  const [query, setQuery] = useSearchParams();
  const { languages } = useGallery().contents;
  const { width, language } = useLook();
  const choose = (name: string, value: string): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <div role="group" aria-label="Look" className="dev-look">
      <Choice
        label="Theme"
        value={query.get('theme') ?? ''}
        options={[
          ['', 'Of the system'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChoose={(value) => choose('theme', value)}
      />
      <Choice
        label="Text"
        value={query.get('text') ?? ''}
        options={[
          ['', '100 %'],
          ['200', '200 %'],
        ]}
        onChoose={(value) => choose('text', value)}
      />
      <Choice
        label="Width"
        value={String(width)}
        options={WIDTHS.map((one) => [String(one), `${one} px`])}
        onChoose={(value) => choose('width', value)}
      />
      {languages.list.length < 2 ? null : (
        <Choice
          label="Language"
          value={language}
          options={languages.list.map((one) => [one, one])}
          onChoose={(value) => choose('lang', value)}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
