/** Loaded before the command: its pipes pass for a terminal, so that it asks its questions as it asks a person. */
Object.assign(process.stdin, { isTTY: true, setRawMode: () => process.stdin });
Object.assign(process.stdout, {
  isTTY: true,
  columns: Number(process.env.COLUMNS),
  rows: Number(process.env.LINES),
});
