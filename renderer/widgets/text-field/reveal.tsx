import { useEffect, useState } from 'react';
import type { Say } from '../../plan/words.ts';
import '../../kit/text-button.css';
import './reveal.css';

interface RevealProps {
  /** Id of the input. */
  readonly control: string;
  readonly say: Say;
}

/** The button that shows what is typed into a password field, and hides it again. Sending the form hides it too. */
export function Reveal({ control, say }: RevealProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const box = document.getElementById(control);
    if (!(box instanceof HTMLInputElement)) return undefined;
    box.type = isShown ? 'text' : 'password';
    const hide = () => setShown(false);
    // Browsers suggest again what was sent from a text input.
    document.addEventListener('submit', hide, true);
    return () => document.removeEventListener('submit', hide, true);
  }, [control, isShown]);
  return (
    <button
      type="button"
      className="cz-text-button"
      aria-controls={control}
      onClick={() => setShown(!isShown)}
    >
      {isShown ? say('Hide') : say('Show')}
    </button>
  );
}
