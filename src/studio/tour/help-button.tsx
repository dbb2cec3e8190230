import { CircleQuestionMark } from 'lucide-react';
import { PopoverButton } from '../ui/popover.tsx';
import { HELP, type HelpName } from './help.ts';
import { MarkedWords } from './marked-words.tsx';
import './help-button.css';

/** A button with the help of one or more parts of the studio. */
export function HelpButton({ of }: { readonly of: readonly HelpName[] }) {
  const about = of.map((name) => HELP[name]);
  const title = about.map((one) => one.title).join(' and ');
  return (
    <PopoverButton
      name={`Help: ${title.toLowerCase()}`}
      title={title}
      icon={<CircleQuestionMark aria-hidden size={16} />}
    >
      {about.map((one) => (
        <p key={one.title}>
          <MarkedWords>{one.about}</MarkedWords>
        </p>
      ))}
    </PopoverButton>
  );
}
