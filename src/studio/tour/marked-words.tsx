/** A sentence; words between `**` are shown in bold. */
export function MarkedWords({ children }: { readonly children: string }) {
  return children
    .split('**')
    .map((words, at) => (at % 2 === 0 ? words : <strong key={`${at} ${words}`}>{words}</strong>));
}
