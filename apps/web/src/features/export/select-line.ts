/** Selects one line, counted from 1, of a text area, and brings it into sight. */
export function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(before, before + (lines[line - 1]?.length ?? 0));
  // Near enough where long lines wrap.
  area.scrollTop = (area.scrollHeight * (line - 1)) / lines.length - area.clientHeight / 2;
}
