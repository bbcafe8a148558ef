// What stands at the top right of every view: the theme, and the switch for single keys.

import { useState } from "preact/hooks";
import { keysOn, setKeysOn, setTheme, type Theme, theme } from "./settings";

export function Tools() {
  const [chosen, choose] = useState(theme());
  const [on, turn] = useState(keysOn());
  return (
    <>
      <label>
        Theme{" "}
        <select
          data-testid="theme"
          value={chosen}
          onChange={(event) => {
            const value = event.currentTarget.value as Theme;
            setTheme(value);
            choose(value);
          }}
        >
          <option value="system">as the system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          data-testid="keys-switch"
          checked={on}
          onChange={(event) => {
            setKeysOn(event.currentTarget.checked);
            turn(event.currentTarget.checked);
          }}
        />{" "}
        Single keys
      </label>
    </>
  );
}
