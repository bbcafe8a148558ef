"""What settings say of the system under test: one of three kinds, and who may not see what."""

import pytest

from workbench.errors import InputError, SetupError
from workbench.steps.named_system import named_system
from workbench.steps.settings import read_settings
from workbench.system.command import CommandSystem
from workbench.system.function import FunctionSystem
from workbench.system.server import ServerSystem


def settings(tmp_path, text):
    (tmp_path / "assistant.py").write_text("def answer(question, passages): ...\n", encoding="utf-8")
    (tmp_path / "workbench.toml").write_text(text, encoding="utf-8")
    return read_settings(tmp_path)


@pytest.mark.parametrize(
    ("named", "kind"),
    [
        ('call = "assistant:answer"', FunctionSystem),
        ('command = ["python", "assistant.py"]', CommandSystem),
        ('url = "http://localhost:8080/ask"', ServerSystem),
    ],
)
def test_each_kind_is_named_by_its_own_setting(tmp_path, named, kind):
    read = settings(tmp_path, f"[system]\n{named}\ntimeout_s = 5\n[system.hidden]\nguest = ['a', 'b']\n")
    system = named_system(read)
    assert isinstance(system, kind)
    assert system.timeout_s == 5
    assert read.system.hidden == {"guest": ("a", "b")}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('call = "assistant"', ["system: call", "package.module:function"]),
        ('call = "nowhere:answer"', ["system: call", "no such module"]),
        ('call = ""', ["system: call", "not empty"]),
        ('call = "assistant:answer"\nurl = "http://a.test"', ["exactly one of them", "call and url"]),
        ("timeout_s = 5", ["exactly one of them", "none"]),
        ("timeout_s = 0", ["timeout_s", "above 0"]),
        ('call = "assistant:answer"\nkey_env = "MY_KEY"', ["key_env", "a url or a command"]),
        ('url = "http://me:secret@a.test"', ["system: url", "keys come from the environment"]),
        ('url = "http://a.test"\nkey_env = "sk-secret"', ["key_env", "the name of an environment variable"]),
        ('command = "python assistant.py"', ["system: command", "a list of texts"]),
        ('call = "assistant:answer"\nidentity = "guest"', ['"identity"', "one of call, command"]),
        ('call = "assistant:answer"\n[system.hidden]\nguest = []', ["hidden: guest", "1 name or more"]),
        ('call = "assistant:answer"\n[system.hidden]\n"" = ["a"]', ["hidden", "identities with a name"]),
    ],
)
def test_what_names_none_is_refused_and_no_key_is_repeated(tmp_path, text, says):
    with pytest.raises(InputError) as refused:
        named_system(settings(tmp_path, f"[system]\n{text}\n"))
    assert all(words in str(refused.value) for words in says), refused.value
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('command = ["no-such-program"]', "no program 'no-such-program'"),
        ('url = "http://a.test"\nkey_env = "MY_MISSING_KEY"', "set MY_MISSING_KEY"),
    ],
)
def test_what_is_missing_here_is_said(tmp_path, text, says):
    with pytest.raises(SetupError, match=says):
        named_system(settings(tmp_path, f"[system]\n{text}\n"))
