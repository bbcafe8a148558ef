// What a reader chose for this browser. Where nothing may be stored, a choice lasts as long as the page.

const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function theme(): Theme {
  const kept = read("theme");
  return THEMES.find((one) => one === kept) ?? "system";
}

export function setTheme(chosen: Theme): void {
  write("theme", chosen);
  showTheme();
}

/** Before the first paint, so that no page flashes. */
export function showTheme(): void {
  document.documentElement.dataset["theme"] = theme();
}

export function keysOn(): boolean {
  return read("keys") !== "off";
}

export function setKeysOn(on: boolean): void {
  write("keys", on ? "on" : "off");
}

/** Whether what judges said is kept back until a first decision: a person who has read it agrees with it more. */
export function blind(): boolean {
  return read("blind") === "on";
}

export function setBlind(on: boolean): void {
  write("blind", on ? "on" : "off");
}

const chosen = new Map<string, string>();

function read(name: string): string | null {
  if (chosen.has(name)) return chosen.get(name)!;
  try {
    return localStorage.getItem(`workbench.${name}`);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  chosen.set(name, value);
  try {
    localStorage.setItem(`workbench.${name}`, value);
  } catch {
    // The choice holds until the page is closed.
  }
}
