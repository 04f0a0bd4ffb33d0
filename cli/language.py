"""The option ``--language``, which every command takes, before or after its name."""

from __future__ import annotations

import os

import click

from manni.solver import i18n


def _choose(ctx: click.Context, param: click.Parameter, name: str | None) -> None:
    """Speak the language asked for; without one, what the environment says, at the start."""
    if name is None and ctx.parent is not None:
        return
    source = param.opts[0]
    if name is None and os.environ.get(i18n.VARIABLE):
        name, source = os.environ[i18n.VARIABLE], i18n.VARIABLE
    asked_for = name is not None
    language = i18n.language_of(name) if name is not None else i18n.language_of_locale(os.environ)
    if language is None:
        from manni.solver.checks import quote

        known = " ".join(i18n.languages())
        raise click.UsageError(
            f"{source}: no language {quote(name or '')}: there are {known}.", ctx
        )
    i18n.choose(language, asked_for)


def give_language(command: click.Command, *, hidden: bool = True) -> None:
    """Let a command take ``--language``, ``hidden`` in what its help says.

    It is read before all other options: cards are read in the letters of the language.
    """
    if any("--language" in param.opts for param in command.params):
        return
    command.params.append(
        click.Option(
            ["--language"],
            metavar="CODE",
            is_eager=True,
            expose_value=False,
            hidden=hidden,
            callback=_choose,
            help="The language of what is shown, and of the letters of cards: en, fr or is.  "
            "[default: MANNI_LANGUAGE, else the locale]",
        )
    )
