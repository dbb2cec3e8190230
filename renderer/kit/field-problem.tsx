import { Icon } from './icon.tsx';
import { plainWords } from './words.tsx';

/** What is wrong with a field, next to it and named by its `aria-describedby`. */
export function FieldProblem({ id, problem }: { id: string; problem: string | undefined }) {
  return problem === undefined ? null : (
    <p id={id} className="cz-problem">
      <Icon name="warning" size="small" />
      <span>{plainWords(problem)}</span>
    </p>
  );
}
