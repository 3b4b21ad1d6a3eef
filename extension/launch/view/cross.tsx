/** The sign for taking something away; its button says what. */
export function Cross() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <path d="m5 5 8 8M13 5l-8 8" />
    </svg>
  );
}
